-- Takes the authenticator of an account away.
-- optional
delete from totp_secrets where user_id = :user_id and confirmed_at is not null returning user_id
