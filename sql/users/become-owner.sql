-- A user becomes an owner by having a property.
update users set role = 'owner', updated_at = now() where id = :user_id and role = 'user'
