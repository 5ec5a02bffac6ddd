-- Records that a feed was read, and what it says; no row when the feed was deleted meanwhile.
-- optional
update calendar_feeds set imported_at = now(), failures = 0, error = null, taken = :taken where id = :feed_id returning id
