-- Invalidates all tokens of an account.
update users set token_version = token_version + 1, updated_at = now() where id = :user_id
