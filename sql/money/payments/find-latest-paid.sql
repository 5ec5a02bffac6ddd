-- The latest payment of a stay's own price that was made, one with a document or a confirmation before others.
-- optional
-- nullable: confirmation_key
select p.id as payment_id, p.amount_cents, p.currency, a.is_documented, a.confirmation_key
from payments p join receipts a on a.payment_id = p.id and a.status = 'applied'
where p.reservation_id = :reservation_id and payment_is_of_price(p.kind)
order by a.is_documented or a.confirmation_key is not null desc, p.id desc limit 1
