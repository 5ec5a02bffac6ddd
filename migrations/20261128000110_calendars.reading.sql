-- migrate:up
alter table calendar_feeds
  -- Counts the readings that were begun. One that ends after a later one has ended changes nothing.
  add column claim whole not null default 0,
  -- The reading that `taken` is of.
  add column read_claim whole not null default 0,
  -- Keys of the events of the last reading that could not be read whole (src/stays/calendars/ical.ts).
  add column skipped text[] not null default '{}';

-- migrate:down
alter table calendar_feeds drop column skipped, drop column read_claim, drop column claim;
