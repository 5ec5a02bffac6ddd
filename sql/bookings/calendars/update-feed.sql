-- Changes a feed. One that is read differently, or at another address, is due at once, and believed as the first time; its nights stay until then.
-- optional
-- nullable: :stays, :url, :ignore_blocks, :ends
update calendar_feeds f
set stays = coalesce(:stays, stays), url = coalesce(:url, url), ignore_blocks = coalesce(:ignore_blocks, ignore_blocks), ends = coalesce(:ends, ends),
  next_fetch_at = case when differs then now() else next_fetch_at end,
  imported_at = case when differs then null else imported_at end
from (
  select coalesce(:url, url) <> url or coalesce(:ignore_blocks, ignore_blocks) <> ignore_blocks or coalesce(:ends, ends) <> ends as differs
  from calendar_feeds where id = :feed_id
) present
where id = :feed_id and property_id = :property_id
returning id
