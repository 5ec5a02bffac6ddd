-- The contents of the confirmation of a payment, with what went back since.
-- optional
-- not null: seller, refunded_cents, issued_on
select p.id as payment_id, p.reservation_id, p.kind, p.amount_cents, p.currency, p.title, p.check_in, p.check_out, p.payer_id,
  a.method, a.confirmed_by as seller, a.received_at as issued_at,
  (a.received_at at time zone (a.confirmed_by ->> 'timezone'))::date as issued_on,
  (select coalesce(sum(f.amount_cents), 0)::bigint from refunds f
    where f.payment_intent_id = a.payment_intent_id and f.status = 'succeeded') as refunded_cents
from receipts a
join payments p on p.id = a.payment_id
where a.confirmation_key = :key
