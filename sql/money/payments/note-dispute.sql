-- The payment of a disputed intent, with the status of its dispute: the latest, of those that were not won or closed before others.
-- optional
update payments p set disputed_at = coalesce(p.disputed_at, now()), updated_at = now(),
  dispute_status = (
    select d.status from disputes d join receipts a on a.payment_intent_id = d.payment_intent_id
    where a.payment_id = p.id
    order by d.status in ('won', 'warning_closed'), d.opened_at desc, d.dispute_id desc limit 1)
from receipts r
where r.payment_intent_id = :payment_intent_id and p.id = r.payment_id
returning p.id, p.reservation_id, p.kind, p.currency
