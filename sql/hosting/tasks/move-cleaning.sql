-- Moves a cleaning to the home and day of a departure, and takes it from an assignee who has nothing to do there.
update tasks
set property_id = :property_id, departs_on = :check_out, day = :day,
  assignee_id = case when :keeps_assignee::boolean then assignee_id end, updated_at = now()
where id = :task_id
