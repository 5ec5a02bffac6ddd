-- How many passkeys an account has.
-- one
-- not null: count
select count(*)::integer as count from passkeys where user_id = :user_id
