-- The result of the last reading of a feed; no row when the feed was deleted, or when a later reading has ended.
-- optional
-- nullable: exported_at
select taken, skipped, exported_at::text as exported_at from calendar_feeds where id = :feed_id and read_claim < :claim for update
