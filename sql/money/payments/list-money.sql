-- The money of a stay in the order in which it came and went: receipts, and refunds with a negative amount.
-- nullable: refund_id, method, day, note
-- not null: amount_cents, recorded_at
select p.id as payment_id, m.refund_id, p.kind, m.amount_cents, p.currency, m.method, m.day, m.note, m.recorded_at
from payments p
cross join lateral (
  select null::bigint as refund_id, a.amount_cents, a.method, a.received_on as day, a.note, a.received_at as recorded_at
  from receipts a where a.payment_id = p.id and a.status <> 'mismatch'
  union all
  select f.id, -f.amount_cents, f.method, f.paid_on, f.reason, f.created_at
  from refunds f where f.payment_id = p.id and f.status <> 'failed'
) m
where p.reservation_id = :reservation_id
order by m.recorded_at, p.id, m.refund_id nulls first
