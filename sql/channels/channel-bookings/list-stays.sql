-- The reservations of a booking, by home and room as the channel has them. `home_id`: where the stay is now; the company can move it.
-- reads: states: the company can move a stay to another home than the channel's
select s.channel_booking_id, s.property_id, s.position, s.reservation_id, r.property_id as home_id
from channel_stays s
join channel_bookings b on b.id = s.channel_booking_id
join reservations r on r.id = s.reservation_id
where b.provider = :provider and b.owner_id = :owner_id and b.booking_id = :booking_id
order by s.property_id, s.position
