-- Deletes codes of stays that are over, in batches.
-- one
-- not null: deleted
with gone as (
  delete from stay_codes
  where reservation_id = any(array(select reservation_id from stay_codes where expires_at < now() order by expires_at limit 1000))
  returning 1
)
select count(*) as deleted from gone
