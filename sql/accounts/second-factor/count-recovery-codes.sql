-- Counts the recovery codes that an account has left.
-- one
-- not null: count
select count(*)::integer as count from recovery_codes where user_id = :user_id
