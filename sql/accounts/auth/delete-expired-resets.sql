-- Deletes resets of passwords a week after their end, in batches.
-- one
-- not null: deleted
with gone as (
  delete from password_resets
  where ctid = any(array(
    select ctid from password_resets
    where expires_at < now() - interval '7 days' and (token_expires_at is null or token_expires_at < now())
    order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
