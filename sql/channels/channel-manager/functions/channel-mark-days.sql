create or replace function channel_mark_days() returns trigger language plpgsql as $$
begin
  perform channel_mark(property_id, range_agg(daterange(day, day, '[]')), '{restrictions}')
  from changed group by property_id order by property_id;
  return null;
end $$;
