-- Marks one of a user's notifications as read; the first time is kept.
-- optional
update notifications set read_at = coalesce(read_at, now())
where id = :id and user_id = :user_id
  -- one of: shown
returning id, type, content, data, read_at, created_at
