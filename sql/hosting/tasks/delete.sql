-- Deletes a task with the closures that it has; returns the files of its pictures.
-- one
-- not null: files
with gone as (
  delete from tasks where id = :task_id returning id
)
select coalesce(array_agg(f.path), '{}') as files from gone join task_pictures f on f.task_id = gone.id
