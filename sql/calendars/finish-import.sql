-- Records that a feed was read; no row when the feed was deleted meanwhile.
-- optional
update calendar_feeds set imported_at = now(), failures = 0, error = null where id = :feed_id returning id
