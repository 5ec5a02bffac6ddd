-- How many keys an account has, those that have expired among them.
-- one
-- not null: count
select count(*)::integer as count from api_keys where user_id = :user_id
