-- The owner of an address takes over the account that somebody opened with it and never verified: its password and
-- its tokens were perhaps a stranger's.
-- optional
update users set email_verified_at = now(), password_hash = null, token_version = token_version + 1, updated_at = now()
where id = :user_id and email_verified_at is null
returning token_version
