-- Deletes counters of attempts whose window has ended, in batches.
-- one
-- not null: deleted
with gone as (
  delete from attempt_counters
  where ctid = any(array(select ctid from attempt_counters where ends_at < now() order by ends_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
