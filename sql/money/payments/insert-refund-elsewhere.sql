-- Records a refund that a company has made elsewhere; no row when the refunds would exceed what was received. `method` null: the receipt was
-- a mistake, and no money moved.
-- optional
-- nullable: :method, :paid_on, :reason
with reserved as (
  update receipts set refunded_cents = refunded_cents + :amount_cents
  where payment_intent_id = :payment_intent_id and status <> 'mismatch' and refunded_cents + :amount_cents <= amount_cents
  returning payment_id
)
insert into refunds (payment_id, payment_intent_id, amount_cents, reason, source, created_by, method, paid_on, status, settled_at)
select payment_id, :payment_intent_id, :amount_cents, :reason, 'api', :created_by, :method::money_method, :paid_on::date, 'succeeded', now()
from reserved
returning id, payment_id
