-- Tasks by their numbers, as events show them.
-- nullable: reservation_id, departs_on, assignee_id, done_at
select id, property_id, day, kind, reservation_id, departs_on, assignee_id, done_at, created_at
from tasks
where id = any (:ids::bigint[])
