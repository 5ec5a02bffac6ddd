-- Deletes revocations of tokens that have expired, a piece of them.
-- one
-- not null: deleted
with gone as (
  delete from revoked_tokens
  where ctid = any(array(select ctid from revoked_tokens where expires_at < now() order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
