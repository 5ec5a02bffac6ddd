-- No payment method of a user is the default any more. The customer is locked before.
update payment_methods set is_default = false where user_id = :user_id and is_default
