-- Counts the waiting jobs of some queues, with those that have failed, and says how long the oldest one has waited.
-- not null: queue, waiting, oldest_seconds
select name as queue, count(*) as waiting,
  max(extract(epoch from now() - case state when 'created' then greatest(created_on, start_after) else created_on end))::float8
    as oldest_seconds
from pgboss.job
where name = any (:queues::text[]) and (state = 'retry' or state = 'created' and start_after <= now())
group by name
