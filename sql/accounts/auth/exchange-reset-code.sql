-- Replaces a code by a token; no row when another request was faster.
-- optional
update password_resets set code_hash = null, token_hash = :token_hash, token_expires_at = expires_at
where user_id = :user_id and code_hash = :code_hash and expires_at > now()
returning user_id
