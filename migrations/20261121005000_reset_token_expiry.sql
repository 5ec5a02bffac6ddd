-- migrate:up
-- A token ends by its own time: a new code, which anybody may ask for, takes nothing from it and adds nothing to it.
alter table password_resets add column token_expires_at timestamptz;
update password_resets set token_expires_at = expires_at where token_hash is not null;

-- migrate:down
alter table password_resets drop column token_expires_at;
