-- Records that a feed was read, and what it says, its events as JSON. Where nights are in doubt, the next reading is due in a quarter of an hour.
-- A slow one waits twice as long for its next reading, or four times when it was slow before.
update calendar_feeds
set imported_at = now(), failures = 0, error = null, error_detail = null, read_claim = :claim, taken = :taken::text::jsonb, skipped = :skipped,
  problems = :problems, left_out = :left_out,
  doubted_at = case when :is_doubted then now() end,
  slow_readings = case when :is_slow then least(slow_readings + 1, 2) else 0 end,
  next_fetch_at = case
    when :is_doubted then least(next_fetch_at, now() + interval '15 minutes')
    when :is_slow then greatest(next_fetch_at, now() + interval '30 minutes' * 2 ^ least(slow_readings + 1, 2))
    else next_fetch_at end
where id = :feed_id
