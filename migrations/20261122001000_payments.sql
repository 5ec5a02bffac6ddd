-- migrate:up
create type payment_status as enum
  ('unpaid', 'processing', 'paid', 'failed', 'partially_refunded', 'refunded', 'cancelled');
-- Sets of states, each once; PostgreSQL inlines them. src/payments/states.ts has the same (tests/stays/states.test.ts).
create function payment_is_due(status payment_status) returns boolean language sql immutable parallel safe
  return status in ('unpaid', 'processing', 'failed');
-- Due, and no attempt is in progress.
create function payment_is_idle(status payment_status) returns boolean language sql immutable parallel safe
  return status in ('unpaid', 'failed');
create function payment_is_made(status payment_status) returns boolean language sql immutable parallel safe
  return status in ('paid', 'partially_refunded', 'refunded');
create type receipt_status as enum ('applied', 'surplus', 'mismatch');
create type refund_status as enum ('pending', 'succeeded', 'failed');
create type refund_source as enum ('api', 'cancellation', 'late', 'surplus', 'provider', 'dispute');

-- What may be paid: a new kind is a row.
create domain payment_kind as text;
create table payment_kinds (name payment_kind primary key);
insert into payment_kinds (name) values ('booking'), ('supplement'), ('balance');

create table payments (
  id integer generated always as identity primary key,
  -- The key that objects of the provider carry. Integer ids would collide when two databases use one account.
  key uuid not null unique default gen_random_uuid(),
  -- The stay that it pays for; none where something else is sold.
  reservation_id integer references reservations,
  kind payment_kind not null default 'booking' references payment_kinds,
  -- What payments need to know of what is sold: who pays, for what, and for which days of a stay. The days follow a stay that its
  -- channel changes; title and payer stay as they were when the payment was made.
  payer_id integer references users,
  title text not null,
  check_in date,
  check_out date,
  -- Until when it can be made; null: as long as it is due. It follows the hold on the nights, and ends when a stay is given up.
  payable_until timestamptz,
  -- A deposit: what is still to come, for which the card is kept, and the day on which that is due.
  rest_cents bigint check (rest_cents >= 0),
  rest_due_on date,
  amount_cents bigint not null check (amount_cents >= 0),
  currency text not null,
  status payment_status not null default 'unpaid',
  -- A balance: the day on which it was due, when the guest was sent its link, and how often it was asked for again.
  due_on date,
  asked_at timestamptz,
  reminders integer not null default 0 check (reminders between 0 and 3),
  -- A guest's bank asks for the money back: since when, and what the provider calls the present state.
  disputed_at timestamptz,
  dispute_status text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint payments_balance_has_day check (kind <> 'balance' or due_on is not null),
  constraint payments_rest_has_day check ((rest_cents is null) = (rest_due_on is null)),
  constraint payments_both_days check ((check_in is null) = (check_out is null)),
  constraint payments_dispute_has_status check ((disputed_at is null) = (dispute_status is null))
);
-- The key of a balance follows from that of its deposit (a UUID of version 8): its link is there before the balance is, and when a
-- backup is restored from before it was made, it is made again with the same key.
create function balance_key(deposit_key uuid) returns uuid language sql immutable parallel safe
  return overlay(overlay(md5(deposit_key::text || ' balance') placing '8' from 13) placing '8' from 17)::uuid;
create unique index payments_balance_key on payments (balance_key(key)) where rest_cents is not null;
create index payments_reservation on payments (reservation_id);
create index payments_payer on payments (payer_id) where payer_id is not null;
create unique index payments_one_booking on payments (reservation_id) where kind = 'booking';
create unique index payments_one_balance on payments (reservation_id) where kind = 'balance';
create index payments_balance_asked on payments (asked_at, id)
  where kind = 'balance' and status in ('unpaid', 'failed') and reminders < 3;

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
  -- The payment method that was used, where its guest has agreed that it may be charged again for this stay.
  method_id text,
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

-- A charge without the guest, one per payment. It is committed before the first call, so that every retry is the same call.
create table charges (
  payment_id integer primary key references payments,
  key uuid not null unique default gen_random_uuid(),
  customer_id text not null,
  method_id text not null,
  -- Since when the guest has to pay in person, and why.
  refused_at timestamptz,
  refusal text,
  created_at timestamptz not null default now()
);

-- migrate:down
update reservations set balance_made = false where balance_made;
drop table charges;
drop table refunds;
drop table receipts;
drop table checkout_sessions;
drop table payments;
drop function balance_key(uuid);
drop table payment_kinds;
drop domain payment_kind;
drop type refund_source;
drop type refund_status;
drop type receipt_status;
drop function payment_is_made(payment_status);
drop function payment_is_idle(payment_status);
drop function payment_is_due(payment_status);
drop type payment_status;
