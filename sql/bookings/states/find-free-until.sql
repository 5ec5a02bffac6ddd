-- The day before which no stay has a night of a home, from one day to another; the other one when all of them are free.
-- one
-- not null: free_until
select least(:until::date, min(greatest(lower(o.stay), :from::date))) as free_until
from occupancy o
where o.property_id = :property_id and o.kind = 'stay' and o.stay && daterange(:from::date, :until::date)
