-- The account of a subscription: that of its customer, or, when the customer is gone, the one that is known.
-- optional
-- not null: user_id
select coalesce((select user_id from customers where customer_id = :customer_id),
  (select user_id from subscriptions where subscription_id = :subscription_id)) as user_id
from (values (1)) one
where exists (select from customers where customer_id = :customer_id)
  or exists (select from subscriptions where subscription_id = :subscription_id)
