-- Records that a feed was read, and what it says.
update calendar_feeds
set imported_at = now(), failures = 0, error = null, read_claim = :claim, taken = :taken, skipped = :skipped
where id = :feed_id
