-- Some payments, by their numbers, with finished and pending refunds. Its plan is kept, as that of sql/bookings/reservations/list-shown.sql.
-- not null: refunded_cents
-- nullable: method
select p.id, p.reservation_id, p.kind, p.amount_cents, p.currency, p.status, p.due_on, p.dispute_status, p.created_at,
  (select a.method from receipts a where a.payment_id = p.id and a.status = 'applied') as method,
  coalesce((select sum(a.refunded_cents) from receipts a where a.payment_id = p.id and a.status = 'applied'), 0)::bigint
    as refunded_cents
from payments p
where p.id = any ((select :ids::bigint[])::bigint[])
