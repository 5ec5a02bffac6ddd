-- What goes back of a receipt and what has gone back, from its refunds; the status of its payment follows.
with total as (
  select coalesce(sum(amount_cents) filter (where status <> 'failed'), 0)::bigint as reserved,
    coalesce(sum(amount_cents) filter (where status = 'succeeded'), 0)::bigint as returned
  from refunds where payment_intent_id = :payment_intent_id
), receipt as (
  -- A refund from the provider's own pages may cross one of ours, which it will then refuse.
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
