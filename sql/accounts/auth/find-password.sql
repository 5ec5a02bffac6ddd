-- The hash of an account's password; null for an account without a password.
-- optional
select password_hash from users where id = :user_id and deleted_at is null
