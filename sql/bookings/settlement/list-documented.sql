-- The documents of the price of a stay so far, in order: those of supplements are not among them.
-- reads: invoices: a new document says what the earlier ones do not
-- reads: payments: documents of supplements are not of the price
-- nullable: change_id, seller_id
select i.number, i.payment_id, i.change_id, i.seller_id, i.seller, i.lines
from invoices i
join payments p on p.id = i.payment_id
where i.reservation_id = :reservation_id and payment_is_of_price(p.kind)
order by i.id
