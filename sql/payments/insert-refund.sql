-- Sets an amount aside for a refund; no row when more would go back than came in.
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
