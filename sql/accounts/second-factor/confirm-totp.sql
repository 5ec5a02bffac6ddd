-- Makes a secret good for sign-ins; no row when another request has.
-- optional
update totp_secrets set confirmed_at = now(), last_step = :step where user_id = :user_id and confirmed_at is null
returning user_id
