-- Deletes all payment methods of a user.
delete from payment_methods where user_id = :user_id returning method_id
