-- Counts one more attempt, or an amount, within a window; returns the count and the seconds until the window ends.
-- one
-- not null: count, wait_seconds
select count, ceil(extract(epoch from ends_at - now()))::integer as wait_seconds
from count_attempt(:key, make_interval(secs => :seconds::integer), :amount)
