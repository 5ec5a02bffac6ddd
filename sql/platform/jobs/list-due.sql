-- Lists those of some queues that have jobs that are due, or will be within a time, and in how many seconds.
-- not null: queue, seconds
select q.queue, q.seconds
from (
  select queue,
    case
      -- The order is that of an index. Without one the planner reads a burst of jobs once for each other queue.
      when (
        select true from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now()
        order by priority desc, created_on limit 1
      ) then 0
      else (
        select extract(epoch from min(start_after) - now()) from pgboss.job
        where name = queue and state < 'active' and not blocked and start_after <= now() + make_interval(secs => :within_seconds::float8))
    end::float8 as seconds
  from unnest(:queues::text[]) queue
) q
where q.seconds is not null
