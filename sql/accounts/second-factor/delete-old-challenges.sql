-- Deletes challenges that have ended, in batches.
-- one
-- not null: deleted
with gone as (
  delete from sign_in_challenges
  where ctid = any(array(select ctid from sign_in_challenges where expires_at < now() order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
