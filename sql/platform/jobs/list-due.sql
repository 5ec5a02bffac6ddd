-- Which of some queues have jobs that are due, or will be within a time, and in how many seconds.
-- not null: queue, seconds
select q.queue, q.seconds
from (
  select queue,
    case
      when exists (select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now()) then 0
      else (
        select extract(epoch from min(start_after) - now()) from pgboss.job
        where name = queue and state < 'active' and not blocked and start_after <= now() + make_interval(secs => :within_seconds::float8))
    end::float8 as seconds
  from unnest(:queues::text[]) queue
) q
where q.seconds is not null
