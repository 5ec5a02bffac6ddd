-- migrate:up
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
