-- Stores a notification; no row when one with the same key exists. Nodes of 0.1 are not shown types that they cannot read.
-- nullable: :account_id
-- optional
insert into notifications (user_id, account_id, type, content, data, dedupe_key, hidden_at)
values (:user_id, :account_id, :type, :content, :data, :dedupe_key,
  (select timestamptz 'infinity' from notification_types where name = :type::notification_type and release <> '0.1'))
on conflict (user_id, dedupe_key) do nothing
returning id, type, content, data, created_at
