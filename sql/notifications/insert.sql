-- Stores a notification; no row when one with the same key exists.
-- optional
insert into notifications (user_id, type, title, message, data, dedupe_key)
values (:user_id, :type, :title, :message, :data, :dedupe_key)
on conflict (user_id, dedupe_key) do nothing
returning id, type, title, message, data, created_at
