-- Deletes a team member's copies of the notifications of an account.
delete from notifications where user_id = :user_id and account_id = :account_id
