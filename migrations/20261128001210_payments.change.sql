-- migrate:up
insert into payment_kinds (name) values ('change');
-- Kinds that pay a part of the price of a stay. src/money/payments/states.ts has the same (tests/stays/stays/states.test.ts).
create function payment_is_of_price(kind payment_kind) returns boolean language sql immutable parallel safe
  return kind <> 'supplement';
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
drop function payment_is_of_price(payment_kind);
delete from payment_kinds where name = 'change';
