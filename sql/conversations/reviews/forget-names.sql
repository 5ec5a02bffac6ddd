-- Removes the names of guests from reviews of channels a year after they were written, in batches.
-- one
-- not null: deleted
with forgotten as (
  update channel_reviews set guest_name = null
  where id = any (array(
    select id from channel_reviews
    where guest_name is not null and received_at < now() - interval '1 year'
    order by received_at limit 1000))
  returning 1
)
select count(*) as deleted from forgotten
