-- The owner of a signed address, while it is valid.
-- reads: auth: a signed address opens while its account exists, with its role as it is now
-- optional
select id, role, token_version from users where id = :user_id and deleted_at is null and :expires::bigint > extract(epoch from now())
