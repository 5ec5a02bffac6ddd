-- migrate:up
-- Nights that a platform only repeats (docs/design/channels.md, "Two platforms"): closed here, and told to nobody.
alter table closures add column is_echo boolean not null default false;
-- The nights of the last three calendars that the platform has read, the newest first.
alter table calendar_feeds add column told datemultirange[] not null default '{}';

-- migrate:down
alter table calendar_feeds drop column told;
alter table closures drop column is_echo;
