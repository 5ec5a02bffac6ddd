-- Deletes closings of a user's sockets that no node can have missed, in batches.
-- one
-- not null: deleted
with gone as (
  delete from realtime_revocations
  where ctid = any(array(select ctid from realtime_revocations where revoked_at < now() - interval '2 days' order by revoked_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
