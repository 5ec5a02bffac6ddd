-- The hash of an account's password; null where it has none.
-- optional
select password_hash from users where id = :user_id and deleted_at is null
