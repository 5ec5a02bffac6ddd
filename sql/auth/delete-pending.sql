-- Voids what an account waits for: a verification, a change of address, a reset of the password. A statement of its
-- own, after the account's row is locked, so that it sees what the transaction before has written.
with verifications as (delete from email_verifications where user_id = :user_id)
delete from password_resets where user_id = :user_id
