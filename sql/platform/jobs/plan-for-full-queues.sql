-- Makes the planner expect many jobs of each queue, from the next ANALYZE on. Statistics may be older than a burst of jobs, and a plan for an
-- empty queue reads all of it to complete ten. It does not help beside a history of a single queue. Later starts change nothing: the
-- lock would end a vacuum of the table.
do $$
begin
  if exists (select from pg_attribute where attrelid = to_regclass('pgboss.job_common') and attname = 'name' and attstattarget is distinct from 1)
  then
    set local lock_timeout = '1s';
    alter table pgboss.job_common alter column name set statistics 1, alter column name set (n_distinct = 2);
    analyze pgboss.job_common (name);
  end if;
end $$
