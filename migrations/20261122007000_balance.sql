-- migrate:up
alter type notification_type add value if not exists 'balance_due';
alter type notification_type add value if not exists 'balance_overdue';

-- How many days before arrival the rest of a deposit is due.
alter table properties add column balance_due_days integer not null default 30 check (balance_due_days between 0 and 365);

-- The day, at the home, on which the rest of the total is asked for; null: all was due at booking.
alter table reservations add column balance_due_on date;
update reservations set balance_due_on = check_in - 30 where total_cents > due_now_cents and due_now_cents > 0;
create index reservations_balance_due on reservations (balance_due_on, id)
  where balance_due_on is not null and status in ('confirmed', 'checked_in');

-- A balance: the day on which it was due, when the guest was sent its link, and how often it was asked for again.
alter table payments
  add column due_on date,
  add column asked_at timestamptz,
  add column reminders integer not null default 0 check (reminders between 0 and 3),
  add constraint payments_balance_has_day check (kind <> 'balance' or due_on is not null);
create unique index payments_one_balance on payments (reservation_id) where kind = 'balance';
create index payments_balance_asked on payments (asked_at, id)
  where kind = 'balance' and status in ('unpaid', 'failed') and reminders < 3;

-- The payment method that was used, where its guest has agreed that it may be charged again for this stay.
alter table receipts add column method_id text;

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
drop table charges;
alter table receipts drop column method_id;
alter table payments
  drop constraint payments_balance_has_day,
  drop column due_on,
  drop column asked_at,
  drop column reminders;
drop index payments_one_balance;
alter table reservations drop column balance_due_on;
alter table properties drop column balance_due_days;
