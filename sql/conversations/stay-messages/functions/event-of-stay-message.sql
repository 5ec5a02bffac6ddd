create or replace function event_of_stay_message() returns trigger language plpgsql as $$
declare
  stay reservations;
begin
  select * into stay from reservations r where r.id = new.reservation_id;
  -- The words are about the guest, and leave the event with their account.
  if tg_op = 'INSERT' then
    perform event_note('stay_message.created', new.id::text, stay.property_id, stay.guest_id, null,
      case when new.from_guest then 'guest' else 'owner' end::actor, new.sent_by);
  else
    perform event_note('stay_message.changed', new.id::text, stay.property_id, stay.guest_id,
      event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  return null;
end $$;
