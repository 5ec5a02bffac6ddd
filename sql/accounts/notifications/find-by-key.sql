-- A user's notification of a fact, deleted ones included.
-- optional
select id, type, content, data, created_at from notifications
where user_id = :user_id and dedupe_key = :dedupe_key
