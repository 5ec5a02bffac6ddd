-- migrate:up
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

-- Calendars of other platforms, read on a schedule; their events become rows of `closures`.
create table calendar_feeds (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  url text not null check (char_length(url) <= 2048),
  next_fetch_at timestamptz not null default now(),
  attempted_at timestamptz,
  imported_at timestamptz,
  -- Failed attempts since the last successful one, and the error of the latest.
  failures integer not null default 0 check (failures >= 0),
  error text,
  unique (property_id, url)
);
create index calendar_feeds_due on calendar_feeds (next_fetch_at, id);

-- Ranges of dates on which a home cannot be booked; both dates are inclusive.
create table closures (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  start_date date not null,
  end_date date not null,
  reason text check (char_length(reason) <= 255),
  -- A closure that a feed made is deleted with the feed; `uid` is the event it comes from.
  feed_id integer references calendar_feeds on delete cascade,
  uid text,
  created_at timestamptz not null default now(),
  check (start_date <= end_date),
  constraint closures_feed_uid check ((feed_id is null) = (uid is null))
);
create index closures_property on closures (property_id, start_date);
create index closures_feed on closures (feed_id) where feed_id is not null;

-- The row of the home is locked before its days are read, so that the second of two writers sees the first one's rows.
create function properties_keep_days() returns trigger language plpgsql as $$
begin
  perform from properties where id in (select property_id from changed) order by id for no key update;
  update properties p
  set changed_days = coalesce((select range_agg(daterange(day, day, '[]')) from calendar_days where property_id = p.id), '{}'),
    season_days = coalesce((
      select range_agg(daterange(start_date, end_date, '[]')) from seasons where property_id = p.id and status = 'active'), '{}')
  where id in (select property_id from changed);
  return null;
end $$;
create trigger calendar_days_inserted after insert on calendar_days
  referencing new table as changed for each statement execute function properties_keep_days();
create trigger calendar_days_deleted after delete on calendar_days
  referencing old table as changed for each statement execute function properties_keep_days();

create trigger seasons_inserted after insert on seasons
  referencing new table as changed for each statement execute function properties_keep_days();
-- A season can move to another home: both homes are updated.
create trigger seasons_left after update on seasons
  referencing old table as changed for each statement execute function properties_keep_days();
create trigger seasons_updated after update on seasons
  referencing new table as changed for each statement execute function properties_keep_days();
create trigger seasons_deleted after delete on seasons
  referencing old table as changed for each statement execute function properties_keep_days();

-- migrate:down
drop trigger seasons_deleted on seasons;
drop trigger seasons_updated on seasons;
drop trigger seasons_left on seasons;
drop trigger seasons_inserted on seasons;
drop table closures;
drop table calendar_feeds;
drop table calendar_days;
drop function properties_keep_days();
update properties set changed_days = '{}' where changed_days <> '{}';
