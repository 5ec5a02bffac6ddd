-- Deletes all that an account has of second factors.
with secrets as (delete from totp_secrets where user_id = :user_id),
  keys as (delete from passkeys where user_id = :user_id),
  asked as (delete from passkey_challenges where user_id = :user_id),
  challenges as (delete from sign_in_challenges where user_id = :user_id)
delete from recovery_codes where user_id = :user_id
