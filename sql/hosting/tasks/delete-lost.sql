-- Deletes a thousand memories of tasks whose day of departure has passed.
-- one
-- not null: deleted
with gone as (
  delete from lost_tasks
  where ctid = any (array(select ctid from lost_tasks where departs_on < current_date limit 1000))
  returning 1
)
select count(*)::integer as deleted from gone
