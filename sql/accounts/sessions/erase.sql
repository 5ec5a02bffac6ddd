-- Deletes what is known of the sessions of an account.
delete from sessions where user_id = :user_id
