-- The notification that told a user of a fact, also if they have deleted it.
-- optional
select id, type, content, data, created_at from notifications
where user_id = :user_id and dedupe_key = :dedupe_key
