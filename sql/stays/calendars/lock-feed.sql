-- The result of the last reading of a feed; no row when the feed was deleted, or when a later reading has ended.
-- optional
-- nullable: exported_at
-- not null: may_confirm
select taken, skipped, exported_at::text as exported_at, coalesce(doubted_at <= now() - interval '14 minutes', true) as may_confirm,
  doubted_at is not null as is_doubted
from calendar_feeds where id = :feed_id and read_claim < :claim for update
