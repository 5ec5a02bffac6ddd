-- The rest of a receipt after one of its refunds was refused, and who requested that refund.
-- optional
-- not null: left_cents
select r.amount_cents - r.refunded_cents as left_cents, f.source, f.created_by
from refunds f join receipts r on r.payment_intent_id = f.payment_intent_id
where f.id = :refund_id
