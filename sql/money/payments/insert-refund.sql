-- Reserves an amount for a refund; no row when the refunds would exceed what was received.
-- optional
-- nullable: :reason, :created_by
with reserved as (
  update receipts set refunded_cents = refunded_cents + :amount_cents
  where payment_intent_id = :payment_intent_id and status <> 'mismatch' and refunded_cents + :amount_cents <= amount_cents
  returning payment_id
)
insert into refunds (payment_id, payment_intent_id, amount_cents, reason, source, created_by)
select payment_id, :payment_intent_id, :amount_cents, :reason, :source, :created_by from reserved
returning id
