-- Makes the tables of the months to come, and drops the oldest month if all of it is older than so many days.
-- one
-- not null: deleted
with made as materialized (select audit_add_months())
select audit_drop_month(:keep_days) as deleted from made
