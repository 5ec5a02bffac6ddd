-- Deletes links that undo a change of an account, after their end, in batches.
-- one
-- not null: deleted
with gone as (
  delete from account_undos
  where ctid = any(array(select ctid from account_undos where expires_at < now() order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
