-- The money that paid a payment, and what of it was not refunded. The payment is locked before.
-- optional
-- not null: left_cents
select payment_intent_id, amount_cents - refunded_cents as left_cents
from receipts where payment_id = :payment_id and status = 'applied'
