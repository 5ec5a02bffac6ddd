-- Uses an invitation up. Whoever is in the team already has this place from now on.
-- optional
-- nullable: property_ids
with taken as (
  delete from team_grants where key_hash = :key_hash and expires_at > now() returning owner_id, role, property_ids
)
insert into team_grants (owner_id, role, property_ids, user_id)
select owner_id, role, property_ids, :user_id from taken
on conflict (owner_id, user_id) do update set role = excluded.role, property_ids = excluded.property_ids
returning id, role, property_ids, created_at
