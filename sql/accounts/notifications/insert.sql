-- Stores a notification; no row when one with the same key exists.
-- nullable: :account_id
-- optional
insert into notifications (user_id, account_id, type, content, data, dedupe_key)
values (:user_id, :account_id, :type, :content, :data, :dedupe_key)
on conflict (user_id, dedupe_key) do nothing
returning id, type, content, data, created_at
