-- Counts the sellers of an account.
-- one
-- not null: count
select count(*)::integer as count from sellers where owner_id = :owner_id
