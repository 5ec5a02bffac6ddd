-- Whose signed address it is, while that is good.
-- optional
select id, role, token_version from users where id = :user_id and deleted_at is null and :expires::bigint > extract(epoch from now())
