-- Deletes payloads ten minutes after their notification, in batches: the lowest ids are the oldest.
-- one
-- not null: deleted
with oldest as (
  select id, created_at from realtime_payloads order by id limit 1000
), gone as (
  delete from realtime_payloads
  where id = any(array(select id from oldest where created_at < now() - interval '10 minutes'))
  returning 1
)
select count(*) as deleted from gone
