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

-- Who changed the tourist tax of a city, when, and its values before and after. `changed_by` is an administrator,
-- `operator` the system user who ran the command line; demo data has neither.
create table tourist_tax_changes (
  id integer generated always as identity primary key,
  city_id text not null references cities on delete cascade,
  changed_by integer references users on delete set null,
  operator text,
  before_per_adult_night_cents bigint,
  before_percent_hundredths integer,
  before_cap_cents bigint,
  after_per_adult_night_cents bigint,
  after_percent_hundredths integer,
  after_cap_cents bigint,
  changed_at timestamptz not null default clock_timestamp()
);
create index tourist_tax_changes_city on tourist_tax_changes (city_id, id desc);
create index tourist_tax_changes_user on tourist_tax_changes (changed_by) where changed_by is not null;

-- migrate:down
drop table tourist_tax_changes;
drop table users;
drop type locale;
drop type user_role;
