create or replace function event_of_seasons() returns trigger language plpgsql as $$
begin
  perform event_note_days(property_id, range_agg(daterange(start_date, end_date, '[]'))) from changed group by property_id order by property_id;
  return null;
end $$;
