-- Uses an invitation up, whose id the member keeps. An existing member gets its role and homes, and keeps their own id.
-- optional
-- nullable: property_ids
with taken as (
  delete from team_grants where key_hash = :key_hash and expires_at > now() returning id, owner_id, role, property_ids
)
insert into team_grants (id, owner_id, role, property_ids, user_id)
select id, owner_id, role, property_ids, :user_id from taken
on conflict (owner_id, user_id) do update set role = excluded.role, property_ids = excluded.property_ids
returning id, role, property_ids, created_at
