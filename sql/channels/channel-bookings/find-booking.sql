-- A booking with its stays, the first one first.
-- optional
-- nullable: ota_name
-- not null: reservation_ids
select b.booking_id, array_agg(r.id order by r.id) as reservation_ids, min(r.ota_name) as ota_name
from channel_bookings b
join channel_stays s on s.channel_booking_id = b.id
join reservations r on r.id = s.reservation_id
where b.id = :channel_booking_id
group by b.id
