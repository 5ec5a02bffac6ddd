-- Lists the tasks of an owner's homes after one, a line of the archive each.
-- reads: tasks: the lines are tasks
-- reads: properties: an owner keeps the tasks of their own homes
-- not null: line, files
select t.id, t.property_id, (to_jsonb(t) - 'assignee_id')::text as line,
  array(select p.path from task_pictures p where p.task_id = t.id order by p.id) as files
from properties h
join tasks t on t.property_id = h.id
where h.owner_id = :owner_id and (t.property_id, t.id) > (:after_home, :after_id::bigint)
order by t.property_id, t.id
limit :limit
