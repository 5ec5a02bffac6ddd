-- Invites an address, in place of its invitation of before.
-- one
-- nullable: :property_ids
insert into team_grants (owner_id, role, property_ids, email, key_hash, expires_at, invited_by)
values (:owner_id, :role, :property_ids, :email, :key_hash, now() + interval '14 days', :invited_by)
on conflict (owner_id, email) do update
set role = excluded.role, property_ids = excluded.property_ids, key_hash = excluded.key_hash, expires_at = excluded.expires_at,
  invited_by = excluded.invited_by, created_at = now()
returning id
