-- A payment with the parties of its reservation, and its latest refund. Nobody is notified of
-- what a bank took back, so that is no refund here.
-- reads: payments: the payment and its latest refund, which the news is about
-- reads: states: guest, days and state of the stay that the news names
-- reads: properties: the owner and the title of the home that the news names
-- optional
-- nullable: refund_id, refund_status, refund_cents
select p.id as payment_id, p.status, p.amount_cents, p.currency, r.id, r.property_id, r.guest_id, r.check_in, r.check_out,
  r.status as reservation_status, h.owner_id, h.title as home,
  refund.id as refund_id, refund.status as refund_status, refund.amount_cents as refund_cents
from payments p
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
left join lateral (
  select * from refunds where payment_id = p.id and source <> 'dispute' order by id desc limit 1) refund on true
where p.id = :payment_id
