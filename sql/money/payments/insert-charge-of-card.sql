-- A charge of a card that a guest without an account has left for their stay; no row when a bank disputes a payment of the stay, or there was a charge.
-- optional
insert into charges (payment_id, customer_id, method_id)
select b.id, :customer_id, :method_id
from payments b
where b.id = :payment_id and not exists (
  select from payments d
  where d.reservation_id = b.reservation_id and d.dispute_status not in ('won', 'warning_closed'))
on conflict (payment_id) do nothing
returning payment_id
