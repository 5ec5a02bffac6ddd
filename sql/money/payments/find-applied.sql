-- A payment whose money has come in and is documented, to be invoiced.
-- optional
select p.id as payment_id, p.reservation_id, p.kind, p.amount_cents, p.currency, p.title, p.check_in, p.check_out, p.payer_id, a.method
from payments p
join receipts a on a.payment_id = p.id and a.status = 'applied' and a.is_documented
where p.id = :payment_id
