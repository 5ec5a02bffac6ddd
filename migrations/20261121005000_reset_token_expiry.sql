-- migrate:up
-- A token has its own expiry: a new code, which anybody can request, does not change it.
alter table password_resets add column token_expires_at timestamptz;
update password_resets set token_expires_at = expires_at where token_hash is not null;

-- migrate:down
alter table password_resets drop column token_expires_at;
