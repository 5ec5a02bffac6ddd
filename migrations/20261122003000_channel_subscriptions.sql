-- migrate:up
-- Who may send events of a home, and where a channel manager finds us (docs/design/channel-manager.md).
create table webhook_subscriptions (
  id uuid primary key default uuid_v7(),
  property_id uuid not null references properties on delete cascade,
  provider text not null,
  callback_url text not null check (char_length(callback_url) <= 2048),
  -- '*', or events separated by semicolons.
  event_mask text not null default '*',
  headers jsonb not null default '{}',
  request_params jsonb not null default '{}',
  send_data boolean not null default true,
  is_active boolean not null default true,
  -- The home, room and rate at the channel manager; only staff set them.
  remote_property_id text,
  room_type_id text,
  rate_plan_id text,
  -- The secret is derived from the id and this version. After a rotation the version before is valid for a day.
  secret_version positive not null default 1,
  rotated_at timestamptz,
  last_delivery_at timestamptz,
  last_delivery_status integer,
  failure_count whole not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (remote_property_id is not null or num_nonnulls(room_type_id, rate_plan_id) = 0)
);
create index webhook_subscriptions_property on webhook_subscriptions (property_id);
-- One home at the channel manager can have several rooms, each of which is a home here.
create unique index webhook_subscriptions_remote_home on webhook_subscriptions (provider, remote_property_id, room_type_id)
  nulls not distinct where remote_property_id is not null;
create unique index webhook_subscriptions_room on webhook_subscriptions (provider, room_type_id) where room_type_id is not null;
create unique index webhook_subscriptions_rate on webhook_subscriptions (provider, rate_plan_id) where rate_plan_id is not null;

alter table inbound_events
  add column subscription_id uuid references webhook_subscriptions on delete set null,
  add column property_id uuid references properties on delete set null;
create index inbound_events_property on inbound_events (property_id, received_at desc) where property_id is not null;
create index inbound_events_subscription on inbound_events (subscription_id) where subscription_id is not null;

-- migrate:down
alter table inbound_events drop column property_id, drop column subscription_id;
drop table webhook_subscriptions;
