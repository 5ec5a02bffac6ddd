-- Nights whose hold is over are shown as free before they are; who then pays after all has them again. Whoever pays in the last minute may
-- be seen to have paid after it.
create or replace function event_of_hold() returns trigger language plpgsql as $$
begin
  perform event_note_days(new.property_id, datemultirange(daterange(new.check_in, new.check_out)));
  return null;
end $$;
