-- The account of a customer at the provider.
-- optional
select user_id from customers where customer_id = :customer_id
