create or replace function event_of_days() returns trigger language plpgsql as $$
begin
  perform event_note_days(property_id, range_agg(daterange(day, day, '[]'))) from changed group by property_id order by property_id;
  return null;
end $$;
