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

-- migrate:down
drop table seasons;
update properties set season_days = '{}' where season_days <> '{}';
drop type season_status;
drop type season_policy;
