-- How many sellers an account has.
-- one
-- not null: count
select count(*)::integer as count from sellers where owner_id = :owner_id
