-- Makes a feed due now, unless it was read within the last minute.
-- optional
-- not null: due
with feed as (
  select id, coalesce(attempted_at < now() - interval '1 minute', true) as due
  from calendar_feeds
  where id = :feed_id and property_id = :property_id
), asked as (
  update calendar_feeds f set next_fetch_at = now() from feed where f.id = feed.id and feed.due
)
select due from feed
