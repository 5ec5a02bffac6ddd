create or replace function event_of_nights() returns trigger language plpgsql as $$
begin
  perform event_note_days(property_id, range_agg(stay)) from changed group by property_id order by property_id;
  return null;
end $$;
