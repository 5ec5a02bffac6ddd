-- migrate:up
alter type notification_type add value if not exists 'channel_update_failed';
alter type notification_type add value if not exists 'channel_event_unreadable';

-- migrate:down
select;
