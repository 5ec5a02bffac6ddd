-- migrate:up
-- Whether 0.2 is enabled: the index that nodes of 0.1 make balances with is gone (payments_one_balance). Until then these can work on this
-- database, beside others or after a rollback. A new database has none.
create function is_enabled() returns boolean language sql stable
return to_regclass('payments_one_balance') is null;

-- Nodes of 0.1 answer 500 for a stay with a payment of an unknown kind, list a stay once for each of its bookings, and refund money at the
-- provider that never was there.
create function refuse_until_enabled() returns trigger language plpgsql as $$
begin
  if not is_enabled() then
    raise exception 'nodes of 0.1 could not read this: npm run admin -- enable 0.2' using errcode = 'SJ001';
  end if;
  return new;
end $$;
create trigger payments_readable before insert on payments
  for each row when (new.kind = 'change' or new.has_successor) execute function refuse_until_enabled();
create trigger payments_readable_changed before update on payments
  for each row when (new.has_successor and not old.has_successor) execute function refuse_until_enabled();
create trigger receipts_readable before insert on receipts
  for each row when (new.method <> 'card') execute function refuse_until_enabled();
create trigger refunds_readable before insert on refunds
  for each row when (new.method is distinct from 'card') execute function refuse_until_enabled();

-- migrate:down
drop trigger refunds_readable on refunds;
drop trigger receipts_readable on receipts;
drop trigger payments_readable_changed on payments;
drop trigger payments_readable on payments;
drop function refuse_until_enabled();
drop function is_enabled();
