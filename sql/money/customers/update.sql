-- Keeps the customer that the provider has made for a user.
update customers set customer_id = :customer_id where user_id = :user_id
