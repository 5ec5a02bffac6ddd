-- The owner of a signed address, while it is valid.
-- optional
select id, role, token_version from users where id = :user_id and deleted_at is null and :expires::bigint > extract(epoch from now())
