-- The public key that verifies signatures of an account's passkey.
-- optional
select id, public_key, counter from passkeys where user_id = :user_id and credential_id = :credential_id
