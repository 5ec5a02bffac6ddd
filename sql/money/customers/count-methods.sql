-- Counts the payment methods that a user has saved.
-- one
-- not null: count
select count(*) as count from payment_methods where user_id = :user_id
