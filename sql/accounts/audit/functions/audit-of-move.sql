-- Moves by others than the guest. The history of the stay has those of the guest and of the service.
create or replace function audit_of_move() returns trigger language plpgsql as $$
begin
  if (audit_actor() ->> 'id')::bigint <> coalesce(new.guest_id, 0) then
    perform audit_note('reservation.status', new.id::text, new.property_id, null, jsonb_build_object('status', jsonb_build_array(old.status, new.status)));
  end if;
  return null;
end $$;
