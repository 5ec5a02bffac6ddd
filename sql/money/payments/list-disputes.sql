-- The disputes of the payments of a reservation, oldest first.
select a.payment_id, d.status, d.reason, d.amount_cents, d.currency, d.opened_at
from disputes d
join receipts a on a.payment_intent_id = d.payment_intent_id
join payments p on p.id = a.payment_id
where p.reservation_id = :reservation_id
order by d.opened_at, d.dispute_id
