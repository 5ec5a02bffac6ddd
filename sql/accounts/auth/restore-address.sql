-- Restores an account's address and revokes its tokens and its password; a new password is set through that address.
-- optional
update users
set email = :email, email_verified_at = coalesce(email_verified_at, now()), password_hash = null,
    token_version = token_version + 1, updated_at = now()
where id = :user_id
returning id, email
