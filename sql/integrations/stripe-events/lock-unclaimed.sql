-- Locks money that nobody has claimed yet, to settle it.
-- optional
select payment_intent_id, amount_cents, currency, refund_key
from unclaimed_payments where payment_intent_id = :payment_intent_id and settled_at is null
for update
