-- Deletes an API key of an account.
-- optional
delete from api_keys where id = :id and user_id = :user_id returning id
