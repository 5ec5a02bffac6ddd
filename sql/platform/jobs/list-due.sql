-- Which of some queues have jobs that are due.
-- not null: queue
select queue from unnest(:queues::text[]) queue
where exists (select from pgboss.job where name = queue and state < 'active' and not blocked and start_after <= now())
