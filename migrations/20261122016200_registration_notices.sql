-- migrate:up
alter type notification_type add value if not exists 'channel_registration_refused';

-- migrate:down
select;
