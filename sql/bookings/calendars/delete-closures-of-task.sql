-- Deletes the closures of a task and frees their nights.
delete from closures where task_id = :task_id
