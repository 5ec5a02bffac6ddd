-- Deletes the closures of a task and frees their nights. Returns how many days they closed.
-- one
-- not null: days
with gone as (
  delete from closures where task_id = :task_id returning start_date, end_date
)
select coalesce(sum(end_date - start_date + 1), 0)::integer as days from gone
