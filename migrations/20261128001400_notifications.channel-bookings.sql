-- migrate:up
insert into notification_types (name) values ('channel_bookings_refused');

-- migrate:down
delete from notifications where type = 'channel_bookings_refused';
delete from notification_types where name = 'channel_bookings_refused';
