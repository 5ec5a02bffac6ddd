-- Records why a feed could not be read, unless a later reading has ended. Each failure doubles the wait, up to a day.
-- optional
-- nullable: :detail
update calendar_feeds
set failures = failures + 1, error = :error, error_detail = :detail,
  next_fetch_at = now() + least(interval '1 day', interval '30 minutes' * 2 ^ least(failures, 6))
where id = :feed_id and read_claim < :claim
returning failures
