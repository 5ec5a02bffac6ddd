-- Bookings of an account whose last message at the channel manager is newer than those that were read.
select b.id
from unnest(:booking_ids::text[], :last_at::timestamptz[]) as thread (booking_id, last_at)
join channel_bookings b on b.booking_id = thread.booking_id and b.provider = :provider and b.owner_id = :owner_id
where b.messages_until is null or b.messages_until < thread.last_at
order by b.id
