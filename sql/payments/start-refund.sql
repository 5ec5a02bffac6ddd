-- Sets an amount aside for a refund; no row when more would go back than was paid.
-- nullable: :reason
with reserved as (
  update payments set refunded_cents = refunded_cents + :amount_cents, updated_at = now()
  where id = :payment_id and paid_at is not null and refunded_cents + :amount_cents <= amount_cents
  returning id
)
insert into refunds (payment_id, amount_cents, reason)
select id, :amount_cents, :reason from reserved
returning id
