-- migrate:up
-- A priced stay as it was shown. A reservation copies it, so later price changes do not affect it.
create table quotes (
  id uuid primary key default uuid_v7(),
  property_id uuid not null references properties,
  check_in date not null,
  check_out date not null,
  adults integer not null,
  children integer not null,
  infants integer not null,
  body jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index quotes_expiry on quotes (expires_at);

-- migrate:down
drop table quotes;
