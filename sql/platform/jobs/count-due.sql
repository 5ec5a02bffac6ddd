-- Counts the jobs of each queue that are due or running, and says how long the oldest has waited to start.
-- not null: due, oldest_seconds
select name as queue, count(*) as due,
  coalesce(max(extract(epoch from now() - greatest(created_on, start_after))) filter (where state <> 'active'), 0)::float8
    as oldest_seconds
from pgboss.job
where state <= 'active' and start_after <= now() and name <> 'dead-letters' and name not like '\_\_pgboss\_\_%'
group by name
