-- migrate:up
-- Part of the calendar's address: whoever knows this token can read which nights are taken.
alter table properties add column calendar_token uuid not null default gen_random_uuid();

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

-- A closure that a feed made: it is deleted with the feed, and `uid` is the event it comes from.
alter table closures
  add column feed_id integer references calendar_feeds on delete cascade,
  add column uid text,
  add check ((feed_id is null) = (uid is null));
create index closures_feed on closures (feed_id) where feed_id is not null;

-- migrate:down
alter table closures drop column uid, drop column feed_id;
drop table calendar_feeds;
alter table properties drop column calendar_token;
