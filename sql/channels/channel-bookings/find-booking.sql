-- A booking or request with its stays, the first one first. Requests may have none.
-- reads: states: the stays of a booking, and the platform that sold them
-- optional
-- nullable: ota_name, thread_id
-- not null: reservation_ids
select b.booking_id, b.provider, b.owner_id, b.is_request, b.thread_id,
  array_remove(array_agg(r.id order by r.id), null) as reservation_ids, min(r.ota_name) as ota_name
from channel_bookings b
left join channel_stays s on s.channel_booking_id = b.id
left join reservations r on r.id = s.reservation_id
where b.id = :channel_booking_id
group by b.id
