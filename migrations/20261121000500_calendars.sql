-- migrate:up
create type season_policy as enum ('booking', 'nights');
create type season_status as enum ('active', 'inactive');

-- Prices and rules of a day that differ from those of its home; null: as for the home.
create table calendar_days (
  property_id uuid not null references properties on delete cascade,
  day date not null,
  price_cents bigint check (price_cents >= 0),
  cleaning_fee_cents bigint check (cleaning_fee_cents >= 0),
  extra_guest_fee_cents bigint check (extra_guest_fee_cents >= 0),
  min_stay integer check (min_stay >= 1),
  max_stay integer check (max_stay >= 1),
  closed_to_arrival boolean,
  closed_to_departure boolean,
  primary key (property_id, day)
);

-- Seasonal reductions; both dates are inclusive.
create table seasons (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  label text not null check (char_length(label) <= 255),
  description text,
  start_date date not null,
  end_date date not null,
  -- Hundredths of a percent: 12.5 % is 1250.
  reduction_hundredths integer not null check (reduction_hundredths between 0 and 10000),
  min_stay integer check (min_stay >= 1),
  max_stay integer check (max_stay >= 1),
  policy season_policy not null default 'nights',
  status season_status not null default 'active',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (start_date <= end_date)
);
create index seasons_property on seasons (property_id, start_date);

-- Ranges of dates on which a home cannot be booked; both dates are inclusive.
create table closures (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  start_date date not null,
  end_date date not null,
  reason text check (char_length(reason) <= 255),
  created_at timestamptz not null default now(),
  check (start_date <= end_date)
);
create index closures_property on closures (property_id, start_date);

-- migrate:down
drop table closures;
drop table seasons;
drop table calendar_days;
drop type season_status;
drop type season_policy;
