-- Deletes a feed; its closures and their nights go with it.
-- optional
delete from calendar_feeds where id = :feed_id and property_id = :property_id returning id
