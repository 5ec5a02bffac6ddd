-- migrate:up
-- Addresses of programs that are sent events (docs/integrations.md, "Webhooks").
create table webhook_endpoints (
  id uuid primary key default uuid_v7(),
  -- Owner of the events that it receives; null: all owners, for the staff.
  owner_id integer references users,
  created_by integer not null references users,
  url text not null check (char_length(url) <= 2048),
  -- Names of types; null: all, also those to come.
  types text[],
  description text,
  -- Encrypted with a key that follows from the secret of tokens: what is signed with, and what was before the last rotation.
  secret bytea not null,
  previous_secret bytea,
  rotated_at timestamptz,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('paused', 'gone', 'failing')),
  -- Since when nothing has arrived.
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((disabled_at is null) = (disabled_because is null)),
  check ((previous_secret is null) = (rotated_at is null))
);
create index webhook_endpoints_owner on webhook_endpoints (owner_id, id);

-- Up to which position of the feed events have deliveries. The only row is the lock of whoever makes them.
create table webhook_feed (
  singleton boolean primary key default true check (singleton),
  position bigint not null
);
insert into webhook_feed (position) select position from event_feed;

create type delivery_status as enum ('waiting', 'delivered', 'failed');
create table webhook_deliveries (
  id bigint generated always as identity primary key,
  endpoint_id uuid not null references webhook_endpoints on delete cascade,
  -- The event, and where it is found; null: a test.
  position bigint,
  event_at timestamptz,
  status delivery_status not null default 'waiting',
  attempts integer not null default 0,
  -- When it is tried next. Who takes it moves this on, so that others take it if that one dies.
  due_at timestamptz not null default now(),
  -- Outcome of the last attempt.
  status_code integer,
  error text,
  duration_ms integer,
  answer text,
  attempted_at timestamptz,
  created_at timestamptz not null default now(),
  check ((position is null) = (event_at is null))
);
create trigger webhook_deliveries_checked before insert on webhook_deliveries
  for each statement execute function refuse_until_checked();
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, id desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at) where status = 'waiting';
create index webhook_deliveries_old on webhook_deliveries (created_at);

insert into notification_types (name) values ('webhook_disabled');

-- migrate:down
delete from notifications where type = 'webhook_disabled';
delete from notification_types where name = 'webhook_disabled';
drop table webhook_deliveries;
drop type delivery_status;
drop table webhook_feed;
drop table webhook_endpoints;
