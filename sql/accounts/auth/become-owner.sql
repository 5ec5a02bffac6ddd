-- Makes a user an owner; other roles do not change.
update users set role = 'owner', updated_at = now() where id = :user_id and role = 'user'
