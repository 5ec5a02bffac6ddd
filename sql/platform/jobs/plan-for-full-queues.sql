-- Has the planner expect many jobs of any queue. Statistics may be older than a burst of jobs, and a plan for an empty queue reads all of it
-- to complete ten. A node that starts later finds it done, because the lock would end a vacuum of the table.
do $$
begin
  if exists (select from pg_attribute where attrelid = to_regclass('pgboss.job_common') and attname = 'name' and attstattarget is distinct from 1)
  then
    alter table pgboss.job_common alter column name set statistics 1, alter column name set (n_distinct = 2);
  end if;
end $$
