-- Saves a payment method; a user's first one is the default. The customer is locked before.
-- one
-- nullable: :brand, :last4, :exp_month, :exp_year, :fingerprint
insert into payment_methods (user_id, method_id, type, brand, last4, exp_month, exp_year, fingerprint, is_default)
values (:user_id, :method_id, :type, :brand, :last4, :exp_month, :exp_year, :fingerprint,
  :is_default or not exists (select from payment_methods where user_id = :user_id))
returning id, method_id, type, brand, last4, exp_month, exp_year, is_default, created_at
