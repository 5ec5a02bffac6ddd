-- Open tasks of somebody who has left the team, or this home of it, are nobody's.
create or replace function task_of_member() returns trigger language plpgsql as $$
begin
  update tasks t set assignee_id = null, updated_at = now()
  from properties p
  where p.id = t.property_id and p.owner_id = old.owner_id and t.assignee_id = old.user_id and t.done_at is null
    and not task_may_have(p.id, old.user_id);
  return null;
end $$;
