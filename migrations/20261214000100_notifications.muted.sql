-- migrate:up
-- A person chooses the topics that are mailed (docs/design/domain.md, "Notifications").
alter table notification_settings add column muted_topics text[] not null default '{}';

-- migrate:down
alter table notification_settings drop column muted_topics;
