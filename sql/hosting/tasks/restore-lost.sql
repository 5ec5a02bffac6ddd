-- Makes the tasks of departures that have come back to a home, with the note of before, and the assignee if they are still in the team.
-- reads: properties: the homes of an account decide who may still be the assignee
-- reads: auth, team: an assignee who has left gets no task back
with back as (
  delete from lost_tasks t where t.property_id = :property_id and t.departs_on = any (:gained::date[]) returning t.*
)
insert into tasks (property_id, day, kind, departs_on, assignee_id, note)
select t.property_id, t.day, 'cleaning', t.departs_on, assignee.id, t.note
from back t
join properties p on p.id = t.property_id
left join users assignee on assignee.id = t.assignee_id and assignee.deleted_at is null
  and (assignee.id = p.owner_id or exists (select from team_grants g where g.owner_id = p.owner_id and g.user_id = assignee.id))
on conflict (property_id, departs_on) where departs_on is not null and reservation_id is null do nothing
