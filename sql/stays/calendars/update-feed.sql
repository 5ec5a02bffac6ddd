-- Changes a feed. One that is read differently, or at another address, is due at once; its nights stay until it was read.
-- optional
-- nullable: :stays, :url, :ignore_blocks, :ends
update calendar_feeds f
set stays = coalesce(:stays, stays), url = coalesce(:url, url), ignore_blocks = coalesce(:ignore_blocks, ignore_blocks), ends = coalesce(:ends, ends),
  next_fetch_at = case when coalesce(:url, f.url) <> f.url or coalesce(:ignore_blocks, f.ignore_blocks) <> f.ignore_blocks or coalesce(:ends, f.ends) <> f.ends
    then now() else next_fetch_at end
where id = :feed_id and property_id = :property_id
returning id
