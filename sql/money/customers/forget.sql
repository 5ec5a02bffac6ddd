-- Forgets a customer that is gone at the provider, once. The next one of its user has a key of its own: the provider answers the former
-- key with the customer that is gone.
-- optional
update customers set customer_id = null, key = gen_random_uuid() where customer_id = :customer_id
returning user_id
