-- Deletes the templates of an account.
delete from message_templates where owner_id = :user_id
