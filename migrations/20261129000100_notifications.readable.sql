-- migrate:up
-- `hidden_at` of 'infinity' hides a type of 0.2 from nodes of 0.1, and '-infinity' a later type from those of 0.2. Nodes of 0.3 read the
-- types that they know. Those of 0.2 go on with their own indexes.
create index notifications_unread_shown on notifications (user_id) include (type)
  where read_at is null and (hidden_at is null or not isfinite(hidden_at));

-- migrate:down
drop index notifications_unread_shown;
