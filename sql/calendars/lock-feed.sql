-- What the last reading of a feed has found; no row when the feed was deleted, or when a later reading has ended.
-- optional
select taken, skipped from calendar_feeds where id = :feed_id and read_claim < :claim for update
