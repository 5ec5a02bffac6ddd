-- The home of a task of an account; no row for an archived one.
-- reads: properties: a task belongs to the owner of its home
-- optional
-- nullable: :homes
select t.property_id
from tasks t join properties p on p.id = t.property_id
where t.id = :task_id and p.owner_id = :user_id and p.status <> 'archived' and (:homes::uuid[] is null or p.id = any (:homes))
