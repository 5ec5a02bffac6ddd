-- Bookings and requests of an account whose last message at the channel manager is newer than those that were read. The id of a booking is empty
-- for a conversation without one.
select b.id
from unnest(:booking_ids::text[], :thread_ids::text[], :last_at::timestamptz[]) as thread (booking_id, thread_id, last_at)
join channel_bookings b on b.provider = :provider and b.owner_id = :owner_id
  and case when b.is_request then b.thread_id = thread.thread_id else b.booking_id = thread.booking_id end
where b.messages_until is null or b.messages_until < thread.last_at
order by b.id
