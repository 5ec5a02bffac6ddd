-- migrate:up
insert into notification_types (name) values ('bill_due');

-- migrate:down
delete from notifications where type = 'bill_due';
delete from notification_types where name = 'bill_due';
