-- Money that nobody has claimed yet, oldest first.
-- nullable: lost_reservation_id
select payment_intent_id, amount_cents, currency, lost_reservation_id, found_at
from unclaimed_payments where settled_at is null order by found_at, payment_intent_id
