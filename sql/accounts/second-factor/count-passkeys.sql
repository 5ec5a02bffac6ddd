-- Counts the passkeys of an account.
-- one
-- not null: count
select count(*)::integer as count from passkeys where user_id = :user_id
