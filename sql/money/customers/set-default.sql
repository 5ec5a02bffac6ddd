-- Makes a payment method the default of its user; the others are not any more. The customer is locked before.
-- optional
update payment_methods set is_default = true
where id = :id and user_id = :user_id
returning id, method_id, type, brand, last4, exp_month, exp_year, is_default, created_at
