-- migrate:up
insert into notification_types (name) values ('change_requested'), ('change_declined');

-- migrate:down
delete from notifications where type in ('change_requested', 'change_declined');
delete from notification_types where name in ('change_requested', 'change_declined');
