-- Deletes a payment method of a user. The customer is locked before.
-- optional
delete from payment_methods where id = :id and user_id = :user_id returning method_id, is_default
