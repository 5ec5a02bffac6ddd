-- Stores a notification; no row when one with the same key exists.
-- optional
insert into notifications (user_id, type, content, data, dedupe_key)
values (:user_id, :type, :content, :data, :dedupe_key)
on conflict (user_id, dedupe_key) do nothing
returning id, type, content, data, created_at
