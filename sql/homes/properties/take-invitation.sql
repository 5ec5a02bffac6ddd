-- Uses an invitation up.
-- optional
-- not null: rights
delete from member_invitations i using properties p, users u
where i.key_hash = :key_hash and i.expires_at > now() and p.id = i.property_id and p.status <> 'archived'
  and u.id = :user_id and lower(u.email) = i.email
returning i.id, i.property_id, i.rights::text[] as rights, p.owner_id, p.title as home
