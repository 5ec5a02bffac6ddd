-- migrate:up
alter table calendar_feeds
  -- Problems of events of the last reading, and how many events closed nothing, by reason.
  add column problems jsonb not null default '[]',
  add column left_out jsonb not null default '{"free": 0, "cancelled": 0, "past": 0, "blocks": 0}',
  -- The line at which a text could not be read.
  add column error_detail text,
  -- True leaves out the platform's own blocks. The end of an event is the day of departure or the last night.
  add column ignore_blocks boolean not null default false,
  add column ends text not null default 'departure' constraint calendar_feeds_ends check (ends in ('departure', 'last_night')),
  -- When a reading lost so many nights that a second one has to agree; null: none is awaited.
  add column doubted_at timestamptz;

-- migrate:down
alter table calendar_feeds drop column problems, drop column left_out, drop column error_detail, drop column ignore_blocks, drop column ends,
  drop column doubted_at;
