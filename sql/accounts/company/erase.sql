-- Deletes the company of an account, and returns its logo.
-- optional
delete from companies where owner_id = :user_id returning logo
