-- The payment of a disputed intent, with the state of the dispute.
-- optional
update payments p set disputed_at = coalesce(p.disputed_at, now()), dispute_status = :status, updated_at = now()
from receipts r
where r.payment_intent_id = :payment_intent_id and p.id = r.payment_id
returning p.id, p.reservation_id, p.currency
