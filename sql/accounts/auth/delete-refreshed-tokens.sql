-- Deletes records of refreshed tokens that can no longer be refreshed, in batches.
-- one
-- not null: deleted
with gone as (
  delete from refreshed_tokens
  where ctid = any(array(select ctid from refreshed_tokens where expires_at < now() order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
