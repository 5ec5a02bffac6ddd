-- migrate:up
create type user_role as enum ('user', 'owner', 'support', 'admin');
create type locale as enum ('fr', 'en');

-- The number of a phone as it is typed, without its grouping; null for a text that is no number.
create function phone_number(phone text) returns text language sql immutable parallel safe as $$
  select substring(regexp_replace(phone, '[\s().\-/]', '', 'g') from '^\+?\d{6,15}$')
$$;

create table users (
  id integer generated always as identity primary key,
  username text not null,
  first_name text not null,
  last_name text not null,
  -- As lists are searched by it.
  plain_name text not null generated always as (normalize_text(first_name || ' ' || last_name)) stored,
  job text,
  location text,
  country_id text references countries,
  phone text,
  -- A phone is any text. Its number is unique, and signs in.
  phone_number text generated always as (phone_number(phone)) stored,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  role user_role not null default 'user',
  locale locale not null default 'fr',
  avatar text,
  -- For whom invoices are made out, as the guest wants them; documents that are issued keep what was there.
  billing_company text,
  billing_vat_number text,
  billing_address text,
  -- Opens the link of a mail that ends mails of its kind, without a login. It changes nothing else and never ends.
  mail_key uuid not null default gen_random_uuid(),
  -- Tokens carry this number. Incrementing it revokes all of them.
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email_key on users (lower(email));
create unique index users_username_key on users (lower(username));
create unique index users_phone_number_key on users (phone_number);
create unique index users_mail_key on users (mail_key);
-- By which the sweep of orphans finds the row of a file.
create index users_avatar on users (avatar) where avatar is not null;

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
-- By which old rows are found.
create index email_verifications_expiry on email_verifications (expires_at);

-- Tokens that were exchanged for new ones. They stay good for some seconds, because other tabs use them or refresh at the same time.
create table refreshed_tokens (
  jti uuid primary key,
  user_id integer not null references users on delete cascade,
  refreshed_at timestamptz not null default now(),
  refreshes integer not null default 1,
  -- When the token can no longer be refreshed, and this row can be deleted.
  expires_at timestamptz not null
);
create index refreshed_tokens_expiry on refreshed_tokens (expires_at);

-- How long a token is good after its refresh.
create function refresh_grace() returns interval language sql immutable return interval '30 seconds';

-- Sessions that were ended: none of their tokens is good any more. A session is a sign-in and all that it was refreshed to.
create table ended_sessions (
  sid uuid primary key,
  user_id integer not null references users on delete cascade,
  -- When the last token of the session can no longer be refreshed, and this row can be deleted.
  expires_at timestamptz not null
);
create index ended_sessions_expiry on ended_sessions (expires_at);

-- Whom the service lets sign users in: a new provider is a row.
create domain oauth_provider as text;
create table oauth_providers (name oauth_provider primary key);
insert into oauth_providers (name) values ('google'), ('facebook');

-- The account that an external identity signs in to.
create table oauth_identities (
  provider oauth_provider not null references oauth_providers,
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
-- By which old rows are found.
create index password_resets_expiry on password_resets (expires_at);

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

-- Counts one attempt, or an amount, and begins a new window when the last one has ended. Concurrent attempts are all counted.
create function count_attempt(counter text, period interval, amount integer default 1) returns attempt_counters
language sql as $$
  insert into attempt_counters as c (key, count, ends_at) values (counter, amount, now() + period)
  on conflict (key) do update set
    count = case when c.ends_at > now() then least(c.count::bigint + amount, 2147483647)::integer else amount end,
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

-- Who changed a tax is a user.
alter table tourist_tax_changes
  add constraint tourist_tax_changes_changed_by_fkey foreign key (changed_by) references users on delete set null;

-- migrate:down
alter table tourist_tax_changes drop constraint tourist_tax_changes_changed_by_fkey;
update tourist_tax_changes set changed_by = null where changed_by is not null;
drop table familiar_addresses;
drop function count_attempt(text, interval, integer);
drop table attempt_counters;
drop table account_undos;
drop table password_resets;
drop table oauth_identities;
drop table oauth_providers;
drop domain oauth_provider;
drop table ended_sessions;
drop function refresh_grace();
drop table refreshed_tokens;
drop table email_verifications;
drop table users;
drop function phone_number(text);
drop type locale;
drop type user_role;
