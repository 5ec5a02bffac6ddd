-- Deletes keys a day after their first request, in batches.
-- one
-- not null: deleted
with gone as (
  delete from idempotency_keys
  where ctid = any(array(select ctid from idempotency_keys where created_at < now() - interval '1 day' order by created_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
