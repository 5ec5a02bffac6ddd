-- migrate:up
-- Whether the events of a feed are stays of guests, and not only closed days.
alter table calendar_feeds add column stays boolean not null default false;

-- migrate:down
alter table calendar_feeds drop column stays;
