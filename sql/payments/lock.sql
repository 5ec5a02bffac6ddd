-- A payment and its reservation as they stand, locked until the end of the transaction.
select p.id, p.status, p.amount_cents, p.refunded_cents, p.currency, p.reservation_id, p.payment_intent_id,
  r.status as reservation_status
from payments p join reservations r on r.id = p.reservation_id
where p.id = :payment_id
for update
