-- Nights whose hold is over are shown as free before they are. A guest who then pays after all has them again. A payment of the last minute may look
-- as if it came after the hold.
create or replace function event_of_hold() returns trigger language plpgsql as $$
begin
  perform event_note_days(new.property_id, datemultirange(daterange(new.check_in, new.check_out)));
  return null;
end $$;
