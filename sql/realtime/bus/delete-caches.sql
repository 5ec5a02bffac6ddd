-- Deletes expired last events of cache channels, in batches.
-- one
-- not null: deleted
with gone as (
  delete from realtime_caches
  where ctid = any(array(select ctid from realtime_caches where updated_at < now() - interval '1 hour' limit 1000))
  returning 1
)
select count(*) as deleted from gone
