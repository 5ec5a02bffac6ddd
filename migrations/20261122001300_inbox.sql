-- migrate:up
create type event_status as enum ('received', 'applied', 'ignored', 'malformed');

-- The inbox of webhooks. The key makes a second delivery of an event a no-op. An event is `received` until a job has
-- applied it.
create table inbound_events (
  provider text not null,
  event_id text not null,
  type text not null,
  -- The subscription that sent an event of a channel manager, and its home.
  subscription_id uuid,
  property_id uuid references properties on delete set null,
  payload jsonb,
  -- The bytes of an event whose payload cannot be stored as JSON.
  body bytea,
  status event_status not null default 'received',
  -- It had no effect as things were: it is applied when it is sent again.
  is_repeatable boolean not null default false,
  attempts integer not null default 0,
  error text,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (provider, event_id)
);
create index inbound_events_waiting on inbound_events (received_at) where status = 'received';
-- By which old rows are found.
create index inbound_events_settled on inbound_events (settled_at) where status <> 'received';
create index inbound_events_property on inbound_events (property_id, received_at desc) where property_id is not null;
create index inbound_events_subscription on inbound_events (subscription_id) where subscription_id is not null;

-- migrate:down
drop table inbound_events;
drop type event_status;
