-- Deletes links and codes of verifications a week after their end, in batches.
-- one
-- not null: deleted
with gone as (
  delete from email_verifications
  where ctid = any(array(select ctid from email_verifications where expires_at < now() - interval '7 days' order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
