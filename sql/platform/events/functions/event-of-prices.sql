-- A column that is not ignored here may change the price or the rules of a night.
create or replace function event_of_prices() returns trigger language plpgsql as $$
begin
  perform event_note_days(new.id, datemultirange(daterange(current_date - 1, null)));
  return null;
end $$;
