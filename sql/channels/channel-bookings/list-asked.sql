-- Inquiries that wait, of some requests of an account.
-- reads: states: a request is answered while its stay is still an inquiry
select s.reservation_id
from channel_bookings b
join channel_stays s on s.channel_booking_id = b.id
join reservations r on r.id = s.reservation_id and r.status = 'inquiry'
where b.provider = :provider and b.owner_id = :owner_id and b.booking_id = any (:booking_ids::text[]) and b.is_request
order by s.reservation_id
