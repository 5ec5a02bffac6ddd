-- Deletes sessions whose tokens can no longer be refreshed, in batches.
-- one
-- not null: deleted
with gone as (
  delete from sessions
  where ctid = any(array(select ctid from sessions where expires_at < now() order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
