-- The contents of the document of a refund: the invoice it changes, and the refund. A succeeded refund has a credit note; one
-- that failed after that has a further invoice.
-- optional
-- not null: buyer
-- nullable: method
select i.id, i.number, i.reservation_id, i.payment_id, i.locale, i.seller, i.buyer - 'email' as buyer, i.lines, i.currency, f.amount_cents, f.status, f.method
from refunds f
join receipts a on a.payment_intent_id = f.payment_intent_id and a.status = 'applied'
join invoices i on i.payment_id = f.payment_id and i.refund_id is null
where f.id = :refund_id
