-- A single task.
-- part of: list
and t.id = :task_id
