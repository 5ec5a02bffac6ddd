-- migrate:up
-- Counts a user's unread notifications without reading the others.
create index notifications_unread on notifications (user_id) where read_at is null and hidden_at is null;

-- migrate:down
drop index notifications_unread;
