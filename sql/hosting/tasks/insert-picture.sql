-- A picture of a task, unless the task has as many as it may have.
-- optional
insert into task_pictures (task_id, path, width, height)
select :task_id, :path, :width, :height
where (select count(*) from task_pictures f where f.task_id = :task_id) < :limit
returning id
