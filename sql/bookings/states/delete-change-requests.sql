-- Deletes change requests a year after their last day, in batches.
-- one
-- not null: deleted
with gone as (
  delete from change_requests
  where id = any(array(select id from change_requests where open_until < current_date - 365 order by open_until limit 1000))
  returning 1
)
select count(*) as deleted from gone
