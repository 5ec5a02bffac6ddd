-- Deletes what a member of a team was notified of with an account.
delete from notifications where user_id = :user_id and account_id = :account_id
