-- The reservations of a booking, by home and room.
select s.channel_booking_id, s.property_id, s.position, s.reservation_id
from channel_stays s
join channel_bookings b on b.id = s.channel_booking_id
where b.provider = :provider and b.owner_id = :owner_id and b.booking_id = :booking_id
order by s.property_id, s.position
