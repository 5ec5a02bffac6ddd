-- Takes the open tasks of somebody who has left a team, or a home of it, from them.
-- reads: properties: tasks are of the homes of the account that they have left
-- reads: team: they keep what is at a home that is left to them
update tasks t set assignee_id = null, updated_at = now()
from properties p
where p.id = t.property_id and p.owner_id = :owner_id and t.assignee_id = :user_id and t.done_at is null
  and not task_may_have(p.id, :user_id)
