-- The first stay that takes one of the nights of another.
-- optional
-- not null: reservation_id
select reservation_id
from occupancy
where property_id = :property_id and kind = 'stay' and stay && daterange(:check_in, :check_out)
order by stay
limit 1
