-- The accounts in whose teams somebody is.
-- reads: auth: a membership shows whose team it is
-- nullable: property_ids, avatar
select g.id, g.owner_id, g.role, g.property_ids, g.created_at, o.first_name, o.avatar
from team_grants g
join users o on o.id = g.owner_id
where g.user_id = :user_id
order by g.id
