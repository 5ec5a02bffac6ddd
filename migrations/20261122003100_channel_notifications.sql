-- migrate:up
alter type notification_type add value if not exists 'reservation_modified';
alter type notification_type add value if not exists 'reservation_overbooked';

-- migrate:down
select;
