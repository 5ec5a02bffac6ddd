-- The payment of an intent, locked until the end of the transaction.
-- optional
select p.id as payment_id
from receipts r join payments p on p.id = r.payment_id
where r.payment_intent_id = :payment_intent_id
for update of p
