-- Ends the conversation of a request: a booking has it now.
-- optional
update channel_bookings set thread_id = null, updated_at = now()
where provider = :provider and owner_id = :owner_id and is_request and thread_id = :thread_id
returning id
