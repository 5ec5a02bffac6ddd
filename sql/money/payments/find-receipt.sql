-- The card money of a payment to refund (`is_disputed`: the provider refuses to): a surplus that was not refunded, or else the money that paid it. The payment is
-- locked before.
-- optional
-- not null: left_cents, is_disputed
select payment_intent_id, amount_cents - refunded_cents as left_cents,
  -- one of: disputed
from receipts r where payment_id = :payment_id and status <> 'mismatch' and method = 'card'
order by status = 'surplus' and refunded_cents < amount_cents desc, status
limit 1
