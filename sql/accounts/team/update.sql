-- Changes a place in a team, or an invitation.
-- nullable: :property_ids
update team_grants set role = :role, property_ids = :property_ids where id = :id and owner_id = :owner_id
