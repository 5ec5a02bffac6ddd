-- An invitation by its key, and whether it is for this account.
-- reads: auth: an invitation shows who invites, and is for the owner of the invited address
-- reads: properties: an invitation for homes that are all archived leads nowhere
-- optional
-- not null: is_theirs, expires_at
-- nullable: avatar, property_ids
select g.owner_id, g.role, g.property_ids, g.expires_at, o.first_name, o.avatar,
  exists (select from users u where u.id = :user_id and u.id <> g.owner_id and lower(u.email) = g.email and u.email_verified_at is not null) as is_theirs
from team_grants g
join users o on o.id = g.owner_id
where g.key_hash = :key_hash and g.expires_at > now() and o.deleted_at is null
  and (g.property_ids is null or exists (select from properties p where p.id = any (g.property_ids) and p.status <> 'archived'))
