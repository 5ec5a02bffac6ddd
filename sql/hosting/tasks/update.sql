-- Changes a task. A task that is done stays done since the first time, and knows how many days it kept closed.
-- nullable: :assignee_id, :note
update tasks
set day = :day, assignee_id = :assignee_id, note = :note, done_at = case when :is_done::boolean then coalesce(done_at, now()) end,
  closed_days = case when :is_done and done_at is null then :closed_days else closed_days end,
  updated_at = now()
where id = :task_id
