-- Voids everything pending on an account: a verification, a change of address, a reset of the password. It is a
-- statement of its own, run after the row of the account is locked, so that it sees what an earlier transaction has
-- written.
with verifications as (delete from email_verifications where user_id = :user_id)
delete from password_resets where user_id = :user_id
