-- The latest step in the history of a stay, and the person who did it.
-- reads: auth: a step names the person
-- optional
-- nullable: first_name
select e.id, e.to_status, e.at, nullif(u.first_name, '') as first_name
from reservation_events e
left join users u on u.id = e.actor_id and u.deleted_at is null
where e.reservation_id = :reservation_id
order by e.id desc
limit 1
