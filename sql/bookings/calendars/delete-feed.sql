-- Deletes a feed with its closures, and frees their nights.
-- optional
with deleted as (
  delete from calendar_feeds where id = :feed_id and property_id = :property_id returning id, property_id
)
insert into deleted_feeds (feed_id, property_id) select id, property_id from deleted returning feed_id
