-- The saved payment methods of a user, the newest first.
select id, method_id, type, brand, last4, exp_month, exp_year, is_default, created_at
from payment_methods where user_id = :user_id order by id desc
