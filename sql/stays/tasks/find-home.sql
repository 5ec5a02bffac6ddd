-- The home of a task of an account.
-- optional
-- nullable: :homes
select t.property_id
from tasks t join properties p on p.id = t.property_id
where t.id = :task_id and p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
