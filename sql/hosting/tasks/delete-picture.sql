-- Deletes a picture of a task.
-- optional
delete from task_pictures where id = :picture_id and task_id = :task_id returning path
