-- The name of a feed.
-- optional
select name from calendar_feeds where id = :feed_id and property_id = :property_id
