-- Uses up the code of a time step and those before it; no row when it was used. The secret is sealed again, with the present key.
-- optional
update totp_secrets set last_step = :step, secret = :secret
where user_id = :user_id and confirmed_at is not null and last_step < :step
returning user_id
