-- The payment of what was due for a demo stay, with its checkout and its receipt, and its refund where it is refunded.
-- one
-- not null: id
-- nullable: refund_id
with stay as (
  select r.id, r.guest_id, r.check_in, r.check_out, r.due_now_cents, r.currency, r.balance_due_on, r.created_at, r.cancelled_at,
    case when r.balance_due_on is not null then r.total_cents - r.due_now_cents end as rest_cents, h.title
  from reservations r join properties h on h.id = r.property_id
  where r.id = :reservation_id
), paid as (
  insert into payments (key, reservation_id, kind, payer_id, title, check_in, check_out, rest_cents, rest_due_on, amount_cents, currency, status, created_at)
  select :key, id, 'booking', guest_id, title, check_in, check_out, rest_cents, balance_due_on, due_now_cents, currency, :status, created_at from stay
  returning id, amount_cents, currency, status
), checkout as (
  insert into checkout_sessions (payment_id, request, expires_at, session_id, closed_at) select id, '{}', now(), :session_id, now() from paid
), receipt as (
  insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, refunded_cents, received_at)
  select :payment_intent_id, p.id, 'applied', p.amount_cents, p.currency, case when p.status = 'refunded' then p.amount_cents else 0 end,
    s.created_at + interval '10 minutes'
  from paid p, stay s
  returning payment_intent_id, payment_id, refunded_cents
), refund as (
  insert into refunds (payment_id, payment_intent_id, amount_cents, source, status, provider_refund_id, created_at, settled_at)
  select payment_id, payment_intent_id, refunded_cents, 'cancellation', 'succeeded', 're_' || payment_intent_id, s.cancelled_at,
    s.cancelled_at + interval '1 minute'
  from receipt, stay s where refunded_cents > 0
  returning id
)
select paid.id, refund.id as refund_id from paid left join refund on true
