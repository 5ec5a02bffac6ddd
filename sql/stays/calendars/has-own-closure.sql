-- Whether somebody has closed one of these days of a home, both inclusive; feeds do not count.
-- one
-- not null: found
select exists (
  select from closures
  where property_id = :property_id and feed_id is null and daterange(start_date, end_date, '[]') && daterange(:start_date, :end_date, '[]')
) as found
