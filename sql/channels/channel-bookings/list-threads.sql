-- Conversations without a booking that are known, of some.
-- not null: thread_id
select b.thread_id from channel_bookings b
where b.provider = :provider and b.owner_id = :owner_id and b.is_request and b.thread_id = any (:thread_ids::text[])
