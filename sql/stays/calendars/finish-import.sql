-- Records that a feed was read, and what it says, its events as JSON. Where nights are in doubt, the next reading is due in a quarter of an hour.
update calendar_feeds
set imported_at = now(), failures = 0, error = null, error_detail = null, read_claim = :claim, taken = :taken::text::jsonb, skipped = :skipped,
  problems = :problems, left_out = :left_out,
  doubted_at = case when :is_doubted then now() end,
  next_fetch_at = case when :is_doubted then least(next_fetch_at, now() + interval '15 minutes') else next_fetch_at end
where id = :feed_id
