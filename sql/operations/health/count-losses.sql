-- The present epoch, how old the newest beat is, and how many losses the payment provider was not asked about yet.
-- one
-- not null: epoch, beat_age_seconds, unreconciled
select coalesce(max(i.epoch), 1) as epoch,
  coalesce(extract(epoch from clock_timestamp() - max(i.beaten_at)), 0)::float8 as beat_age_seconds,
  (select count(*) from database_losses where reconciled_at is null) as unreconciled
from installation i
