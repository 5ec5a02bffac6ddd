-- The reservation that was made from a quote.
-- reads: payments: a quote that became a stay is paid by its payment
-- optional
-- nullable: payment_id
select r.id, r.guest_id, r.property_id, r.status, p.id as payment_id
from reservations r
left join payments p on p.reservation_id = r.id and p.kind = 'booking' and not p.has_successor
where r.quote_id = :quote_id
