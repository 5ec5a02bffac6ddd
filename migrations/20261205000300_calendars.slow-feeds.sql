-- migrate:up
alter table calendar_feeds add column slow_readings smallint not null default 0;

-- migrate:down
alter table calendar_feeds drop column slow_readings;
