-- An invitation by its key, and whether it is for this account.
-- optional
-- not null: rights, is_theirs
-- nullable: avatar
select i.property_id, p.title as home, i.rights::text[] as rights, i.expires_at, inviter.id as inviter_id, inviter.first_name, inviter.avatar,
  exists (select from users u where u.id = :user_id and lower(u.email) = i.email) as is_theirs
from member_invitations i
join properties p on p.id = i.property_id
join users inviter on inviter.id = i.invited_by
where i.key_hash = :key_hash and i.expires_at > now() and p.status <> 'archived'
