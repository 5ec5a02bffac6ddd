-- migrate:up
create table countries (
  id text primary key check (id ~ '^[A-Z]{2}$'),
  iso3 text not null,
  name_fr text not null,
  name_en text not null,
  phone_code text,
  currency text,
  continent text
);

create table cities (
  id text primary key,
  country_id text not null references countries,
  name text not null,
  admin_code text,
  population integer not null,
  latitude double precision not null,
  longitude double precision not null,
  timezone text not null,
  -- Tourist tax (taxe de séjour): an amount per adult and night, or a percentage (in hundredths) of the night price
  -- per occupant, with a cap. All null for a city without the tax.
  tax_per_adult_night_cents bigint check (tax_per_adult_night_cents >= 0),
  tax_percent_hundredths integer check (tax_percent_hundredths between 0 and 10000),
  tax_cap_cents bigint check (tax_cap_cents >= 0),
  check (tax_per_adult_night_cents is null or tax_percent_hundredths is null)
);
create index cities_country_population on cities (country_id, population desc, id);
-- Few cities have a tourist tax: a search reads only those instead of the city of every home.
create index cities_taxed on cities (id) where tax_per_adult_night_cents is not null or tax_percent_hundredths is not null;
create index cities_name_trgm on cities using gin (normalize_text(name) gin_trgm_ops);

create table neighborhoods (
  id text primary key,
  city_id text not null references cities,
  name text not null,
  population integer not null,
  latitude double precision not null,
  longitude double precision not null
);
create index neighborhoods_city on neighborhoods (city_id, name);

-- Who changed the tourist tax of a city, when, and its values before and after. `changed_by` is an administrator,
-- `operator` the system user who ran the command line; demo data has neither.
create table tourist_tax_changes (
  id integer generated always as identity primary key,
  city_id text not null references cities on delete cascade,
  changed_by integer,
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

-- Which parts of countries, cities and neighborhoods are loaded, each in one transaction: `first` has the countries and their
-- large cities, `all` has everything.
create table place_loads (
  part text primary key check (part in ('first', 'all')),
  loaded_at timestamptz not null default now()
);

-- migrate:down
drop table place_loads;
drop table tourist_tax_changes;
drop table neighborhoods;
drop table cities;
drop table countries;
