-- Jobs that failed for the last time, latest first, with their last error and without their payload.
-- not null: queue, failed_at
-- nullable: error
select j.id, coalesce(j.source_name, '') as queue, j.created_on as failed_at, j.output ->> 'message' as error
from pgboss.job j
where j.name = 'dead-letters' and j.state < 'active'
order by j.created_on desc
limit 100
