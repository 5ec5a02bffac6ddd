-- Counts the jobs of each queue that have failed for the last time.
-- not null: queue, letters
select coalesce(source_name, '') as queue, count(*) as letters
from pgboss.job
where name = 'dead-letters' and state < 'active'
group by source_name
