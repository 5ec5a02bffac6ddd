-- Records why a feed could not be read. Each failure doubles the wait, up to a day.
-- optional
update calendar_feeds
set failures = failures + 1, error = :error,
  next_fetch_at = now() + least(interval '1 day', interval '30 minutes' * 2 ^ least(failures, 6))
where id = :feed_id
returning failures
