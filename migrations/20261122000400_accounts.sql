-- migrate:up
create table email_verifications (
  user_id integer primary key references users on delete cascade,
  -- The new address during a change of address; the verification makes it the address of the account.
  email text,
  token_hash bytea not null unique,
  code_hash bytea not null,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

create table revoked_tokens (
  jti uuid primary key,
  user_id integer not null references users on delete cascade,
  -- When the token can no longer be refreshed, and this row can be deleted.
  expires_at timestamptz not null
);
create index revoked_tokens_expiry on revoked_tokens (expires_at);

create type oauth_provider as enum ('google', 'facebook');

-- The account that an external identity signs in to.
create table oauth_identities (
  provider oauth_provider not null,
  subject text not null,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  primary key (provider, subject)
);
create index oauth_identities_user on oauth_identities (user_id);

-- One reset at a time per account: first a mailed code, then a token for whoever enters the code.
create table password_resets (
  user_id integer primary key references users on delete cascade,
  code_hash bytea,
  token_hash bytea,
  attempts integer not null default 0,
  expires_at timestamptz not null,
  -- A token has its own expiry: a new code, which anybody can request, does not change it.
  token_expires_at timestamptz
);

-- Links that undo a change of an account's address or password, mailed to the earlier address.
create table account_undos (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  token_hash bytea not null unique,
  -- The address that the link was mailed to, and restores.
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index account_undos_user on account_undos (user_id, id);
create index account_undos_expiry on account_undos (expires_at);

-- Attempts within a window: logins, codes, mails with codes. All nodes count in this table.
create table attempt_counters (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index attempt_counters_end on attempt_counters (ends_at);

-- Counts one attempt and begins a new window when the last one has ended. Concurrent attempts are all counted.
create function count_attempt(counter text, period interval) returns attempt_counters language sql as $$
  insert into attempt_counters as c (key, count, ends_at) values (counter, 1, now() + period)
  on conflict (key) do update set
    count = case when c.ends_at > now() then c.count + 1 else 1 end,
    ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
  returning *
$$;

-- Addresses that an account has logged in from: failures from other addresses do not lock these out.
create table familiar_addresses (
  user_id integer not null references users on delete cascade,
  address text not null,
  last_login_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index familiar_addresses_age on familiar_addresses (last_login_at);

-- migrate:down
drop table familiar_addresses;
drop function count_attempt(text, interval);
drop table attempt_counters;
drop table account_undos;
drop table password_resets;
drop table oauth_identities;
drop type oauth_provider;
drop table revoked_tokens;
drop table email_verifications;
