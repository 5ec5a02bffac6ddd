-- A task at a home, locked; no row when it is at another home since.
-- reads: calendars: a task that moves takes its closed days along
-- optional
-- nullable: departs_on, reservation_id, assignee_id, note, done_at
-- not null: closes_days
select t.id, t.day, t.departs_on, t.reservation_id, t.assignee_id, t.note, t.done_at, t.closed_days,
  (select coalesce(sum(c.end_date - c.start_date + 1), 0)::integer from closures c where c.task_id = t.id) as closes_days
from tasks t
where t.id = :task_id and t.property_id = :property_id
for update
