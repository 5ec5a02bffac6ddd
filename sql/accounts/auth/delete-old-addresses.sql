-- Deletes addresses that an account has not logged in from for half a year, in batches.
-- one
-- not null: deleted
with gone as (
  delete from familiar_addresses
  where ctid = any(array(select ctid from familiar_addresses where last_login_at < now() - interval '180 days' order by last_login_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
