-- migrate:up
insert into payment_kinds (name) values ('change');
-- A deposit: the day from which the balance may be charged to the card, where the stay has moved before the agreed day.
alter table payments add column rest_card_from date;
drop index payments_due;
create index payments_due on payments (reservation_id)
  where status in ('unpaid', 'processing', 'failed') and kind in ('booking', 'balance', 'change');

-- migrate:down
drop index payments_due;
create index payments_due on payments (reservation_id)
  where status in ('unpaid', 'processing', 'failed') and kind in ('booking', 'balance');
alter table payments drop column rest_card_from;
delete from payment_kinds where name = 'change';
