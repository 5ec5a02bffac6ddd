-- Counts one more attempt, or an amount, within a window; returns the count and the seconds until the window ends, by the clock,
-- because a transaction that began before the window would wait for longer than it lasts.
-- one
-- not null: count, wait_seconds
select count, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp())))::integer as wait_seconds
from count_attempt(:key, make_interval(secs => :seconds::integer), :amount)
