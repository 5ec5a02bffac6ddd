-- The keys of a person end with their account.
delete from api_keys where user_id = :user_id
