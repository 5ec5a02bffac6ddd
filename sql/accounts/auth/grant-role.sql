-- Gives an account a role.
-- optional
update users set role = :role, updated_at = now() where lower(email) = lower(:email) and deleted_at is null
returning id, email, role
