-- Deletes quotes a day after their end, in batches.
-- one
-- not null: deleted
with gone as (
  delete from quotes
  where ctid = any(array(select ctid from quotes where expires_at < now() - interval '1 day' order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
