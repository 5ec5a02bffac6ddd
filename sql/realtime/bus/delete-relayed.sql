-- Deletes messages that nodes of 0.3 have relayed over Redis, in batches.
-- one
-- not null: deleted
with gone as (
  delete from realtime_outbox
  where id in (
    select id from realtime_outbox where relayed_at < now() - interval '5 minutes' order by relayed_at limit 1000
  )
  returning 1
)
select count(*) as deleted from gone
