-- True if 0.2 is enabled: payments_one_balance is gone, the index with which nodes of 0.1 make balances. Until then these can work on this
-- database, beside others or after a rollback. A new database has no such index.
create or replace function is_enabled() returns boolean language sql stable
return to_regclass('payments_one_balance') is null;
