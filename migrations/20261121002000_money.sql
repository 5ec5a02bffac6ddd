-- migrate:up

-- The key that objects of the provider carry. Integer ids would collide when two databases use one account.
alter table payments add column key uuid not null unique default gen_random_uuid();

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
create type receipt_status as enum ('applied', 'surplus', 'mismatch');
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

insert into checkout_sessions (payment_id, request, expires_at, session_id, url, created_at)
select id, '{}', created_at + interval '31 minutes', session_id, checkout_url, created_at
from payments where session_id is not null;
insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, refunded_cents, received_at)
select payment_intent_id, id, 'applied', amount_cents, currency, refunded_cents, paid_at
from payments where payment_intent_id is not null and paid_at is not null;

create type refund_source as enum ('api', 'cancellation', 'late', 'surplus', 'provider');
alter table refunds
  add column key uuid not null unique default gen_random_uuid(),
  add column payment_intent_id text references receipts,
  add column source refund_source not null default 'cancellation',
  add column created_by integer references users,
  add column settled_at timestamptz;
update refunds f set payment_intent_id = p.payment_intent_id from payments p where p.id = f.payment_id;
alter table refunds
  alter column payment_intent_id set not null,
  alter column source drop default,
  drop column updated_at;
create index refunds_receipt on refunds (payment_intent_id);

alter table payments
  drop column session_id,
  drop column checkout_url,
  drop column payment_intent_id,
  drop column refunded_cents,
  drop column paid_at;

alter type notification_type add value if not exists 'payment_mismatch';
alter type notification_type add value if not exists 'refund_failed';

-- An event is `received` until a job has applied it.
create type event_status as enum ('received', 'applied', 'ignored', 'malformed');
alter table inbound_events
  alter column payload drop not null,
  add column body bytea,
  add column status event_status not null default 'received',
  add column attempts integer not null default 0,
  add column error text,
  add column settled_at timestamptz;
update inbound_events set status = 'applied', settled_at = received_at;
create index inbound_events_waiting on inbound_events (received_at) where status = 'received';

-- migrate:down
drop index inbound_events_waiting;
delete from inbound_events where payload is null;
alter table inbound_events
  drop column settled_at,
  drop column error,
  drop column attempts,
  drop column status,
  drop column body,
  alter column payload set not null;
drop type event_status;
alter table payments
  add column refunded_cents bigint not null default 0,
  add column session_id text unique,
  add column payment_intent_id text unique,
  add column checkout_url text,
  add column paid_at timestamptz,
  add constraint payments_never_over_refunded check (refunded_cents between 0 and amount_cents);
update payments p
set payment_intent_id = r.payment_intent_id, refunded_cents = r.refunded_cents, paid_at = r.received_at
from receipts r where r.payment_id = p.id and r.status = 'applied';
update payments p set session_id = s.session_id, checkout_url = s.url
from (select distinct on (payment_id) * from checkout_sessions order by payment_id, id desc) s where s.payment_id = p.id;
drop index refunds_receipt;
alter table refunds
  add column updated_at timestamptz not null default now(),
  drop column key,
  drop column payment_intent_id,
  drop column source,
  drop column created_by,
  drop column settled_at;
drop type refund_source;
drop table receipts;
drop type receipt_status;
drop table checkout_sessions;
alter table payments drop column key;
