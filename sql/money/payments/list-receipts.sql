-- Receipts of a reservation that are not refunded in full, locked until the end of the transaction. `is_disputed`: the provider refuses to refund it.
-- not null: left_cents, is_disputed
-- nullable: confirmed_by
select p.id as payment_id, p.kind, p.currency, r.payment_intent_id, r.method, r.is_documented, r.confirmed_by, r.amount_cents - r.refunded_cents as left_cents,
  -- one of: disputed
from payments p join receipts r on r.payment_id = p.id and r.status = 'applied'
where p.reservation_id = :reservation_id
order by p.id
for update of p, r
