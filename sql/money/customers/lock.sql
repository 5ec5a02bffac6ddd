-- Changes of the payment methods of one user wait for each other here.
-- optional
select user_id from customers where user_id = :user_id for update
