-- migrate:up
create type user_role as enum ('user', 'owner', 'support', 'admin');
create type locale as enum ('fr', 'en');

create table users (
  id integer generated always as identity primary key,
  username text not null,
  first_name text not null,
  last_name text not null,
  job text,
  location text,
  country_id text references countries,
  phone text,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  role user_role not null default 'user',
  locale locale not null default 'fr',
  avatar text,
  -- Tokens carry this number. Incrementing it revokes all of them.
  token_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_email_key on users (lower(email));
create unique index users_username_key on users (lower(username));
create unique index users_phone_key on users (phone);

create table email_verifications (
  user_id integer primary key references users on delete cascade,
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

-- migrate:down
drop table revoked_tokens;
drop table email_verifications;
drop table users;
drop type locale;
drop type user_role;
