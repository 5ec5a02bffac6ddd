-- The sign-ins of an account need no second factor any more.
update users set second_factor_at = null, updated_at = now() where id = :user_id and second_factor_at is not null
