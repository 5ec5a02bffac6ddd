-- Sums up the refunds of a receipt, reserved and made, and derives the status of its payment.
with total as (
  select coalesce(sum(amount_cents) filter (where status <> 'failed'), 0)::bigint as reserved,
    coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0)::bigint as returned
  from refunds where payment_intent_id = :payment_intent_id
), receipt as (
  -- A refund from the provider's dashboard can cross one of this service, which the provider will then refuse.
  update receipts set refunded_cents = least(amount_cents, total.reserved)
  from total where payment_intent_id = :payment_intent_id
  returning payment_id, status, amount_cents, total.returned
)
update payments p
set status = case
    when receipt.returned = 0 then 'paid'
    when receipt.returned < receipt.amount_cents then 'partially_refunded'
    else 'refunded'
  end::payment_status,
  updated_at = now()
from receipt
where p.id = receipt.payment_id and receipt.status = 'applied'
