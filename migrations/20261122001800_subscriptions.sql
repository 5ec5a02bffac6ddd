-- migrate:up
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
