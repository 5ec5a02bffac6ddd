-- A refund and the payment intent it goes back to.
select f.id, f.status, f.amount_cents, f.provider_refund_id, p.payment_intent_id, p.id as payment_id
from refunds f join payments p on p.id = f.payment_id
where f.id = :refund_id
