-- migrate:up
create type payment_kind as enum ('booking', 'supplement', 'balance');
create type payment_status as enum ('unpaid', 'processing', 'paid', 'failed', 'partially_refunded', 'refunded');
create type receipt_status as enum ('applied', 'surplus', 'mismatch');
create type refund_status as enum ('pending', 'succeeded', 'failed');
create type refund_source as enum ('api', 'cancellation', 'late', 'surplus', 'provider');
create type event_status as enum ('received', 'applied', 'ignored', 'malformed');

create table payments (
  id integer generated always as identity primary key,
  -- The key that objects of the provider carry. Integer ids would collide when two databases use one account.
  key uuid not null unique default gen_random_uuid(),
  reservation_id integer not null references reservations,
  kind payment_kind not null default 'booking',
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  status payment_status not null default 'unpaid',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index payments_reservation on payments (reservation_id);
create unique index payments_one_booking on payments (reservation_id) where kind = 'booking';

-- One row per attempt to open a checkout. It is committed before the first call, and every retry sends the same request
-- with the same key.
create table checkout_sessions (
  id integer generated always as identity primary key,
  payment_id integer not null references payments,
  key uuid not null unique default gen_random_uuid(),
  -- json keeps the order of its keys, so every retry sends the same bytes; jsonb does not.
  request json not null,
  expires_at timestamptz not null,
  session_id text unique,
  url text,
  -- Since when it can no longer be paid.
  closed_at timestamptz,
  created_at timestamptz not null default now()
);
create index checkout_sessions_payment on checkout_sessions (payment_id, id desc);

-- Money that arrived, one row per payment intent: `applied` to its payment, `surplus` when that was paid before, or a
-- `mismatch` of amount or currency.
create table receipts (
  payment_intent_id text primary key,
  payment_id integer not null references payments,
  status receipt_status not null,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  refunded_cents bigint not null default 0,
  received_at timestamptz not null default now(),
  constraint receipts_never_over_refunded check (refunded_cents between 0 and amount_cents)
);
create index receipts_payment on receipts (payment_id);
create unique index receipts_one_applied on receipts (payment_id) where status = 'applied';

create table refunds (
  id integer generated always as identity primary key,
  key uuid not null unique default gen_random_uuid(),
  payment_id integer not null references payments,
  payment_intent_id text not null references receipts,
  amount_cents bigint not null check (amount_cents > 0),
  reason text,
  source refund_source not null,
  status refund_status not null default 'pending',
  provider_refund_id text unique,
  created_by integer references users,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_receipt on refunds (payment_intent_id);

-- The inbox of webhooks. The key makes a second delivery of an event a no-op. An event is `received` until a job has
-- applied it.
create table inbound_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payload jsonb,
  -- The bytes of an event whose payload cannot be stored as JSON.
  body bytea,
  status event_status not null default 'received',
  attempts integer not null default 0,
  error text,
  received_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (provider, event_id)
);
create index inbound_events_waiting on inbound_events (received_at) where status = 'received';

-- First answers to requests with an Idempotency-Key, to return them again.
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
drop table receipts;
drop table checkout_sessions;
drop table payments;
drop type event_status;
drop type refund_source;
drop type refund_status;
drop type receipt_status;
drop type payment_status;
drop type payment_kind;
