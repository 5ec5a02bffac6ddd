-- Counts the open tasks of an account that somebody has created.
-- reads: properties: the limit of tasks counts all homes of an account
-- one
-- not null: count
select count(*)::integer as count
from properties p join tasks t on t.property_id = p.id
where p.owner_id = :user_id and t.departs_on is null and t.done_at is null
