-- A charge of the payment method that the payer left for this stay; no row when there is none, when the payer's bank
-- disputes that the deposit was paid with it, or before the day to which the payer agreed.
-- reads: customers: a card can be charged for its customer only
-- optional
insert into charges (payment_id, customer_id, method_id)
select b.id, c.customer_id, a.method_id
from payments b
join customers c on c.user_id = b.payer_id and c.customer_id is not null
join payments d on d.reservation_id = b.reservation_id and d.kind = 'booking' and not d.has_successor
  and (d.dispute_status is null or d.dispute_status in ('won', 'warning_closed')) and (d.rest_card_from is null or d.rest_card_from < current_date)
join receipts a on a.payment_id = d.id and a.status = 'applied' and a.method_id is not null
where b.id = :payment_id
on conflict (payment_id) do nothing
returning payment_id
