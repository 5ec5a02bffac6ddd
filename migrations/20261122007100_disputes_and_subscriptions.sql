-- migrate:up
alter type refund_source add value if not exists 'dispute';
alter type notification_type add value if not exists 'payment_disputed';
alter type notification_type add value if not exists 'subscription_started';
alter type notification_type add value if not exists 'subscription_ended';

-- A guest's bank asks for the money of a payment back: since when, and what the provider calls the present state.
alter table payments
  add column disputed_at timestamptz,
  add column dispute_status text,
  add constraint payments_dispute_has_status check ((disputed_at is null) = (dispute_status is null));

-- Subscriptions of users at the payment provider, as they were when they were last read.
create table subscriptions (
  subscription_id text primary key,
  user_id integer not null references users,
  price_id text,
  status text not null,
  current_period_end timestamptz,
  cancel_at_period_end boolean not null,
  cancelled_at timestamptz,
  started_at timestamptz not null,
  -- When this state was read: a state that was read before never replaces it.
  read_at timestamptz not null
);
create index subscriptions_user on subscriptions (user_id, started_at desc);

-- migrate:down
drop table subscriptions;
alter table payments
  drop constraint payments_dispute_has_status,
  drop column disputed_at,
  drop column dispute_status;
