-- A new feed, due at once; no row when the home has this feed already.
-- optional
insert into calendar_feeds (property_id, name, url, stays, ignore_blocks, ends)
values (:property_id, :name, :url, :stays, :ignore_blocks, :ends)
on conflict (property_id, url) do nothing
returning id
