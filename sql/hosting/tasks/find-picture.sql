-- A picture of a task, whose home it is of, and the time that decides whether its address has expired.
-- reads: properties: a picture is for the owner of the home and their team
-- optional
-- not null: now
select f.path, t.property_id, p.owner_id, extract(epoch from now())::bigint as now
from task_pictures f
join tasks t on t.id = f.task_id
join properties p on p.id = t.property_id
where f.id = :picture_id and t.id = :task_id
