-- migrate:up
insert into notification_types (name, release) values ('saved_cards_gone', '0.3');

-- migrate:down
delete from notifications where type = 'saved_cards_gone';
delete from notification_types where name = 'saved_cards_gone';
