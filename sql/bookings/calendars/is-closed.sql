-- Tells whether one of these days of a home is closed, by hand or by a feed; both are inclusive.
-- one
-- not null: found
select exists (
  select from closures
  where property_id = :property_id and daterange(start_date, end_date, '[]') && daterange(:start_date, :end_date, '[]')
) as found
