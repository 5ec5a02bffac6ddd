-- migrate:up
create type season_policy as enum ('booking', 'nights');
create type season_status as enum ('active', 'inactive');

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
-- By which past days are found. An expression, so that no statement about the days of one home takes this index.
create index calendar_days_age on calendar_days ((day + 0));

-- What a night costs before seasons: the price of the day, of the weekend, or of the home. Bit n of `weekend_bits` is ISO weekday n + 1.
create function price_of_night(day_cents bigint, weekend_cents bigint, base_cents bigint, weekend_bits integer, weekday_bit integer)
  returns bigint language sql immutable parallel safe
  return coalesce(day_cents, case when weekend_bits >> weekday_bit & 1 = 1 then weekend_cents end, base_cents);

-- What a season takes from a price, in hundredths of a percent, rounded half up.
create function reduction_of(price_cents bigint, hundredths bigint) returns bigint
  language sql immutable parallel safe
  return (price_cents * hundredths + 5000) / 10000;

-- Which of several seasons wins, the lowest: the narrowest season, then the higher percentage, which the last digits encode.
create function season_rank(start_date date, end_date date, hundredths integer) returns bigint
  language sql immutable parallel safe
  return (end_date - start_date) * 10001::bigint + 10000 - hundredths;

-- The percentage of the season with this rank, in hundredths.
create function reduction_of_rank(rank bigint) returns bigint language sql immutable parallel safe
  return 10000 - rank % 10001;

-- migrate:down
drop function reduction_of_rank(bigint);
drop function season_rank(date, date, integer);
drop function reduction_of(bigint, bigint);
drop function price_of_night(bigint, bigint, bigint, integer, integer);
drop table calendar_days;
drop table seasons;
drop type season_status;
drop type season_policy;
