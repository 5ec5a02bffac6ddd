-- migrate:up
insert into notification_types (name) values ('channel_room_unmapped');

-- migrate:down
delete from notifications where type = 'channel_room_unmapped';
delete from notification_types where name = 'channel_room_unmapped';
