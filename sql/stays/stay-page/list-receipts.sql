-- Money of a stay that is not refunded in full.
-- not null: left_cents
select p.kind, r.method, r.amount_cents - r.refunded_cents as left_cents
from payments p join receipts r on r.payment_id = p.id and r.status = 'applied'
where p.reservation_id = :reservation_id
order by p.id
