-- The latest payment of a stay's own price that was made, one with a document before others.
-- optional
select p.id as payment_id, p.amount_cents, p.currency, a.is_documented
from payments p join receipts a on a.payment_id = p.id and a.status = 'applied'
where p.reservation_id = :reservation_id and payment_is_of_price(p.kind)
order by a.is_documented desc, p.id desc limit 1
