-- Money of a stay that was received elsewhere, by the payment that it paid. `is_open`: recorded today at the home, and
-- not carried over from another stay.
-- reads: payments: the entry is a receipt of a payment
-- reads: properties, states: an entry can be taken back on its own day, at the home of the stay
-- optional
-- not null: is_open
select p.kind, a.payment_intent_id, a.amount_cents, a.refunded_cents,
  (a.received_at at time zone h.timezone)::date = (now() at time zone h.timezone)::date and a.method <> 'carried' as is_open
from payments p
join receipts a on a.payment_id = p.id and a.status = 'applied' and a.method <> 'card'
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
where p.id = :payment_id and p.reservation_id = :reservation_id
