-- Returns the count of a counter within its present window, and the seconds until that ends.
-- one
-- not null: count, wait_seconds
select coalesce(sum(count), 0)::integer as count,
  greatest(1, ceil(extract(epoch from max(ends_at) - clock_timestamp())))::integer as wait_seconds
from attempt_counters where key = :key and ends_at > now()
