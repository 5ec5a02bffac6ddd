-- migrate:up
alter table webhook_subscriptions
  -- When the channel manager last said that it has changed something, and no comparison has begun since.
  add column comparison_requested_at timestamptz,
  add column compared_at timestamptz;

-- migrate:down
alter table webhook_subscriptions drop column comparison_requested_at, drop column compared_at;
