-- Gives an unverified account to the owner of its address. Its password and tokens may be those of somebody else, so
-- both are revoked.
-- optional
update users set email_verified_at = now(), password_hash = null, token_version = token_version + 1, updated_at = now()
where id = :user_id and email_verified_at is null
returning token_version
