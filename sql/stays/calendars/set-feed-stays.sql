-- Says whether the events of a feed are stays of guests.
-- optional
update calendar_feeds set stays = :stays where id = :feed_id and property_id = :property_id returning id
