-- migrate:up
-- An event that had no effect as things were: it is applied when it is sent again.
alter table inbound_events add column is_repeatable boolean not null default false;

-- migrate:down
alter table inbound_events drop column is_repeatable;
