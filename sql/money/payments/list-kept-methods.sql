-- Payment methods that a user has left for balances, and that are not among the saved ones.
-- reads: customers: a saved card is kept for its own sake, and not for a balance
-- not null: method_id
select distinct a.method_id
from receipts a
join payments p on p.id = a.payment_id
where p.payer_id = :user_id and a.method_id is not null
  and not exists (select from payment_methods m where m.method_id = a.method_id)
