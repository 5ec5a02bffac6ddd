create or replace function event_of_overbooking() returns trigger language plpgsql as $$
begin
  perform event_note_stay_once(coalesce(new.reservation_id, old.reservation_id));
  return null;
end $$;
