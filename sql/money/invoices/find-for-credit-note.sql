-- The contents of the document of a refund: the invoice it changes, or the later one that corrects it, and the refund. A succeeded refund has a credit note; one
-- that failed after that has a further invoice.
-- reads: payments: a credit note is about a refund, and its money about a payment
-- optional
-- not null: buyer
-- nullable: method
select i.id, p.kind as payment_kind, i.number, i.reservation_id, p.id as payment_id, i.locale, i.seller_id, i.seller, i.buyer - 'email' as buyer, i.lines, i.currency,
  f.amount_cents, f.status, f.method
from refunds f
join receipts a on a.payment_intent_id = f.payment_intent_id and a.status = 'applied' and a.is_documented
join payments p on p.id = f.payment_id
join invoices i on i.kind = 'invoice' and i.refund_id is null and (i.payment_id = p.id
  or i.reservation_id = p.reservation_id and i.change_id is not null and payment_is_of_price(p.kind))
where f.id = :refund_id
order by i.id desc
limit 1
