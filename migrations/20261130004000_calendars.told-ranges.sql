-- migrate:up
-- Ranges of nights that a platform was told, one by one: a multirange joins stays that touch, which the platform repeats apart.
alter table calendar_feeds drop column told;
alter table calendar_feeds add column told jsonb not null default '[]';

-- migrate:down
alter table calendar_feeds drop column told;
alter table calendar_feeds add column told datemultirange[] not null default '{}';
