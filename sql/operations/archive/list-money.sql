-- Lists the money of an owner's stays after some of it, a line of the archive each: what came in, and what went back, by home, stay and payment.
-- The sums are those of sql/money/invoices/check-ledger.sql: money that was carried over from one stay to another neither came in nor went back.
-- reads: payments: the lines are receipts and refunds
-- reads: states: money stands in the order of its stay
-- reads: properties: an owner keeps the money of their own homes
-- not null: line, amount_cents, is_refund, is_counted
with found as (
  select h.id as property_id, p.reservation_id, p.id
  from properties h
  cross join lateral (
    select pay.reservation_id, pay.id
    from reservations r join payments pay on pay.reservation_id = r.id
    where r.property_id = h.id
      and (r.id, pay.id) > (case when h.id = :after_home then :after_stay::bigint else 0 end, case when h.id = :after_home then :after_id::bigint else 0 end)
      and exists (select from receipts a where a.payment_id = pay.id)
    order by r.id, pay.id
    limit :limit
  ) p
  where h.owner_id = :owner_id and h.id >= :after_home
  order by h.id, p.reservation_id, p.id
  limit :limit
)
select found.id, found.property_id, found.reservation_id, m.amount_cents, pay.currency, m.is_refund, m.method is distinct from 'carried' as is_counted,
  jsonb_build_object(
    'kind', case when m.is_refund then 'refund' else 'receipt' end, 'payment', pay.kind, 'method', m.method,
    'day', coalesce(m.day, (m.at at time zone h.timezone)::date), 'at', m.at, 'amount_cents', m.amount_cents, 'currency', pay.currency,
    'status', m.status, 'note', m.note, 'property_id', found.property_id, 'reservation_id', found.reservation_id, 'title', h.title)::text as line
from found
join payments pay on pay.id = found.id
join properties h on h.id = found.property_id
cross join lateral (
  select false as is_refund, a.amount_cents, a.method, a.received_on as day, a.received_at as at, a.status::text as status, a.note
  from receipts a where a.payment_id = pay.id
  union all
  select true, f.amount_cents, f.method, f.paid_on, coalesce(f.settled_at, f.created_at), f.source::text, f.reason
  from refunds f where f.payment_id = pay.id and f.status = 'succeeded'
) m
order by found.property_id, found.reservation_id, found.id, m.at, m.is_refund
