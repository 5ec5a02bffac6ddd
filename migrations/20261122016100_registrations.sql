-- migrate:up
-- How far the webhook at the channel manager is what the subscription says.
create type webhook_registration as enum ('none', 'pending', 'registered', 'refused');

alter table webhook_subscriptions
  add column registration webhook_registration not null default 'none',
  -- What the channel manager said to the last attempt, if that failed.
  add column registration_error text,
  -- Counts the changes that the channel manager has to be told.
  add column registration_version integer not null default 0,
  -- The job that tells it: a claim has a number and ends by itself, so that no transaction is open during the calls.
  add column registration_claim integer not null default 0,
  add column registration_claimed_until timestamptz not null default now();

update webhook_subscriptions set registration = 'registered' where remote_webhook_id is not null;

-- migrate:down
alter table webhook_subscriptions drop column registration, drop column registration_error,
  drop column registration_version, drop column registration_claim, drop column registration_claimed_until;
drop type webhook_registration;
