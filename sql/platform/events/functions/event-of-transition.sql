-- Every transition of a stay has an entry in its history.
create or replace function event_of_transition() returns trigger language plpgsql as $$
declare
  stay reservations;
  moved constant text := 'reservation.' || case new.to_status when 'pending' then 'held' else new.to_status::text end;
begin
  select * into stay from reservations where id = new.reservation_id;
  if new.from_status is null then
    perform event_note('reservation.created', stay.id::text, stay.property_id, stay.guest_id, null, new.actor, new.actor_id);
    if new.to_status = 'inquiry' then return null; end if;
  end if;
  perform event_note(moved, stay.id::text, stay.property_id, stay.guest_id,
    case when new.from_status is not null then jsonb_build_object('status', new.from_status) end, new.actor, new.actor_id);
  return null;
end $$;
