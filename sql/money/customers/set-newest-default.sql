-- Makes the newest payment method of a user the default.
update payment_methods set is_default = true
where id = (select max(id) from payment_methods where user_id = :user_id)
