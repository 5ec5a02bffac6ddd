-- migrate:up
insert into notification_types (name) values ('payment_unclaimed');

-- migrate:down
delete from notifications where type = 'payment_unclaimed';
delete from notification_types where name = 'payment_unclaimed';
