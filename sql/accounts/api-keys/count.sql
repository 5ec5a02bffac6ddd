-- Counts the keys of an account, with those that have expired.
-- one
-- not null: count
select count(*)::integer as count from api_keys where user_id = :user_id
