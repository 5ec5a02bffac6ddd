-- migrate:up
-- The customer of a user at the payment provider. The row is committed before the provider is asked, so that two requests
-- at once, and retries, make one customer.
create table customers (
  user_id integer primary key references users,
  key uuid not null unique default gen_random_uuid(),
  customer_id text unique,
  created_at timestamptz not null default now()
);

-- Saved payment methods. Of a card only what a person needs to recognise it is kept.
create table payment_methods (
  id integer generated always as identity primary key,
  user_id integer not null references customers,
  method_id text not null unique,
  type text not null,
  brand text,
  last4 text,
  exp_month integer,
  exp_year integer,
  -- The provider's mark of the card's number: the same card added twice is one row.
  fingerprint text,
  is_default boolean not null default false,
  created_at timestamptz not null default now(),
  unique (user_id, fingerprint)
);
create index payment_methods_user on payment_methods (user_id, id);
create unique index payment_methods_one_default on payment_methods (user_id) where is_default;

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
drop table payment_methods;
drop table customers;
