-- The cleaning after a stay, locked, and what it follows. The stay stays as it is until the transaction ends.
-- reads: states: a cleaning follows its stay
-- reads: properties, team: an assignee who has nothing to do at the home of the stay is none
-- optional
-- nullable: task_id, home, day, departs_on
-- not null: is_recent, is_done, keeps_assignee
with cleaning as (
  select t.id, t.property_id, t.day, t.departs_on, t.done_at, t.assignee_id
  from tasks t
  where t.reservation_id = :reservation_id and t.departs_on is not null
  for update
)
select r.status, r.property_id, r.check_out, r.check_out >= current_date - 1 as is_recent,
  c.id as task_id, c.property_id as home, c.day, c.departs_on, c.done_at is not null as is_done,
  coalesce(task_may_have(r.property_id, c.assignee_id), false) as keeps_assignee
from reservations r left join cleaning c on true
where r.id = :reservation_id
for share of r
