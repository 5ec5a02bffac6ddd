-- From now on the sign-ins of an account need a second factor, and tokens of before are no good.
-- optional
update users set second_factor_at = coalesce(second_factor_at, now()), token_version = token_version + 1, updated_at = now()
where id = :user_id and deleted_at is null
returning id, token_version
