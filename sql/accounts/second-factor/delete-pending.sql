-- Ends what was begun to add a further second factor to an account.
with secrets as (delete from totp_secrets where user_id = :user_id and confirmed_at is null)
delete from passkey_challenges where user_id = :user_id and purpose = 'registration'
