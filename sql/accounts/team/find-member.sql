-- The place of a person in the team of an account, with its homes as they are now: of those that it names, archived ones have left.
-- reads: auth: a deleted account has no team
-- reads: properties: a member acts on the homes that the account has now
-- optional
-- not null: is_for_all, homes
select g.id, g.role, g.property_ids is null as is_for_all,
  array(select p.id from properties p where p.owner_id = g.owner_id and (g.property_ids is null or (p.id = any (g.property_ids) and p.status <> 'archived'))) as homes
from team_grants g
join users o on o.id = g.owner_id
where g.owner_id = :owner_id and g.user_id = :user_id and o.deleted_at is null
