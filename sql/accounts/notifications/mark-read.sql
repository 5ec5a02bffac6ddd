-- Marks one of a user's notifications as read; the first time is kept.
-- optional
update notifications set read_at = coalesce(read_at, now())
where id = :id and user_id = :user_id and (hidden_at is null or hidden_at = 'infinity')
returning id, type, content, data, read_at, created_at
