-- Deletes a feed with its closures, and frees their nights.
-- optional
delete from calendar_feeds where id = :feed_id and property_id = :property_id returning id
