-- migrate:up
-- Calendars of other platforms, read on a schedule; their events become rows of `closures`.
create table calendar_feeds (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  name text not null check (char_length(name) between 1 and 255),
  url text not null check (char_length(url) <= 2048),
  next_fetch_at timestamptz not null default now(),
  attempted_at timestamptz,
  imported_at timestamptz,
  -- What the last reading has found, {uid, start_date, end_date} with both days inclusive: nights that a stay gives back are closed
  -- by it at once, and not half an hour later.
  taken jsonb not null default '[]',
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

-- migrate:down
drop table closures;
drop table calendar_feeds;
