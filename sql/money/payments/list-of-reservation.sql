-- The payments of a reservation, with finished and pending refunds. `is_charged`: the card of the
-- guest is being charged. `balance_key`: of a deposit that was paid.
-- not null: refunded_cents, is_charged
-- nullable: balance_key, method, confirmation_key
select p.id, p.key, p.kind, p.amount_cents, p.currency, p.status, p.due_on, p.dispute_status, p.created_at,
  (select a.method from receipts a where a.payment_id = p.id and a.status = 'applied') as method,
  (select a.confirmation_key from receipts a where a.payment_id = p.id and a.status = 'applied') as confirmation_key,
  coalesce((select sum(a.refunded_cents) from receipts a where a.payment_id = p.id and a.status = 'applied'), 0)::bigint
    as refunded_cents,
  exists (select from charges c where c.payment_id = p.id and c.refused_at is null) as is_charged,
  case when p.rest_cents is not null and not p.has_successor and payment_is_made(p.status) then balance_key(p.key) end as balance_key
from payments p
where p.reservation_id = :reservation_id
order by p.id
