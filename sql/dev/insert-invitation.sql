-- An invitation with an id that examples name.
insert into team_grants (id, owner_id, role, property_ids, email, key_hash, expires_at, invited_by)
values (:id, :owner_id, 'desk', :property_ids, :email, :key_hash, now() + interval '14 days', :owner_id)
