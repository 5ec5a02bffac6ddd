-- A saved payment method by its id at the provider.
-- optional
select id, user_id from payment_methods where method_id = :method_id
