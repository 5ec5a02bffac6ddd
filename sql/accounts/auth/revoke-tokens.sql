-- All tokens of an account are no good any more.
update users set token_version = token_version + 1, updated_at = now() where id = :user_id
