-- migrate:up
insert into notification_types (name, release) values
  ('channel_disconnected', '0.3'), ('channel_event_unknown', '0.3'), ('channel_request', '0.3'), ('channel_waiting', '0.3');

-- migrate:down
delete from notifications where type in ('channel_disconnected', 'channel_event_unknown', 'channel_request', 'channel_waiting');
delete from notification_types where name in ('channel_disconnected', 'channel_event_unknown', 'channel_request', 'channel_waiting');
