-- migrate:up
create type payment_kind as enum ('booking', 'supplement', 'balance');
create type payment_status as enum ('unpaid', 'processing', 'paid', 'failed', 'partially_refunded', 'refunded');
create type refund_status as enum ('pending', 'succeeded', 'failed');

create table payments (
  id integer generated always as identity primary key,
  reservation_id integer not null references reservations,
  kind payment_kind not null default 'booking',
  amount_cents bigint not null check (amount_cents >= 0),
  refunded_cents bigint not null default 0,
  currency text not null,
  status payment_status not null default 'unpaid',
  session_id text unique,
  payment_intent_id text unique,
  checkout_url text,
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_never_over_refunded check (refunded_cents between 0 and amount_cents)
);
create index payments_reservation on payments (reservation_id);
create unique index payments_one_booking on payments (reservation_id) where kind = 'booking';

create table refunds (
  id integer generated always as identity primary key,
  payment_id integer not null references payments,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  status refund_status not null default 'pending',
  provider_refund_id text unique,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index refunds_payment on refunds (payment_id);

-- The inbox of webhooks. The key makes a second delivery of an event a no-op.
create table inbound_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

create table idempotency_keys (
  user_id integer not null references users on delete cascade,
  scope text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  body text,
  created_at timestamptz not null default now(),
  primary key (user_id, scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- migrate:down
drop table idempotency_keys;
drop table inbound_events;
drop table refunds;
drop table payments;
drop type refund_status;
drop type payment_status;
drop type payment_kind;
