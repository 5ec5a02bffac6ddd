-- Counts an attempt of each counter, in one order for all, so that two cannot wait for each other. Returns the counters above a limit.
-- not null: key
select counted.key
from (select key, count(*)::integer as tries from unnest(:keys::text[]) key group by key order by key) attempts,
  count_attempt(attempts.key, make_interval(secs => :seconds::integer), tries) counted
where counted.count > :limit::integer
