-- Whether 0.2 is enabled: the index that nodes of 0.1 make balances with is gone (payments_one_balance). Until then these can work on this
-- database, beside others or after a rollback. A new database has none.
create or replace function is_enabled() returns boolean language sql stable
return to_regclass('payments_one_balance') is null;
