-- The same card, saved again: its expiry is the new one, and it can become the default.
-- one
-- nullable: :exp_month, :exp_year
update payment_methods set exp_month = :exp_month, exp_year = :exp_year, is_default = is_default or :is_default
where id = :id
returning id, method_id, type, brand, last4, exp_month, exp_year, is_default, created_at
