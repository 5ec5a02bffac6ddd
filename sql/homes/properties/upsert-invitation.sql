-- Invites an address to help with a home, in place of its invitation of before.
-- one
-- not null: rights
insert into member_invitations as i (property_id, email, rights, key_hash, invited_by)
values (:property_id, :email, :rights::text[]::home_right[], :key_hash, :invited_by)
on conflict (property_id, email) do update
set rights = excluded.rights, key_hash = excluded.key_hash, invited_by = excluded.invited_by, created_at = now(),
  expires_at = now() + interval '14 days'
returning i.id, i.email, i.rights::text[] as rights, i.created_at, i.expires_at
