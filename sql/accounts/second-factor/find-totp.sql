-- The secret of an account's authenticator.
-- optional
-- not null: is_confirmed
select secret, created_at, confirmed_at is not null as is_confirmed from totp_secrets where user_id = :user_id
