-- The refundable money of the demo's payments, with the key of the provider for each.
-- not null: left_cents
select t.payment_intent_id, p.key, t.amount_cents - t.refunded_cents as left_cents
from receipts t join payments p on p.id = t.payment_id
where t.payment_intent_id like 'pi_demo%' and t.refunded_cents < t.amount_cents
