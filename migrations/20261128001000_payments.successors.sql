-- migrate:up
-- Another payment of the same kind asks for what this one no longer asks for: it was replaced, or is a part that was paid. The last of
-- its line has no successor.
alter table payments add column has_successor boolean not null default false;
drop index payments_one_booking;
create unique index payments_one_booking on payments (reservation_id) where kind = 'booking' and not has_successor;
create unique index payments_last_balance on payments (reservation_id) where kind = 'balance' and not has_successor;
-- Nodes of 0.1 insert balances with the index that they know: it stays until 0.2 is enabled. A new database has no such nodes.
do $$ begin
  if not exists (select from users) then
    drop index payments_one_balance;
  end if;
end $$;

-- migrate:down
-- A stay has one payment of these kinds again; the money of the others stays in the ledger.
update payments set reservation_id = null where has_successor and kind in ('booking', 'balance');
set constraints all immediate;
drop index if exists payments_one_balance;
drop index payments_last_balance;
drop index payments_one_booking;
create unique index payments_one_booking on payments (reservation_id) where kind = 'booking';
create unique index payments_one_balance on payments (reservation_id) where kind = 'balance';
alter table payments drop column has_successor;
