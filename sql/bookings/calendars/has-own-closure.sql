-- Tells whether somebody has closed one of these days of a home, both inclusive, and whether an owner stays there; feeds do not count.
-- one
-- not null: found, owner_stays
select count(*) > 0 as found, count(*) filter (where kind = 'owner_stay') > 0 as owner_stays
from closures
where property_id = :property_id and feed_id is null and daterange(start_date, end_date, '[]') && daterange(:start_date, :end_date, '[]')
