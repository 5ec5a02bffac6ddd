-- The first stay of a booking, with the home that it is at now.
-- reads: states: the review goes to the home where the stay is now
-- optional
select r.id as reservation_id, r.property_id
from channel_bookings b
join channel_stays s on s.channel_booking_id = b.id
join reservations r on r.id = s.reservation_id
where b.provider = :provider and b.owner_id = :owner_id and b.booking_id = :booking_id
order by r.id
limit 1
