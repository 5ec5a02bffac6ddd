-- The payment of what was due for a demo stay, with its checkout and its receipt, and all of it given back where it is refunded.
-- one
-- not null: id
with stay as (
  select r.id, r.guest_id, r.check_in, r.check_out, r.due_now_cents, r.currency, r.balance_due_on,
    case when r.balance_due_on is not null then r.total_cents - r.due_now_cents end as rest_cents, h.title
  from reservations r join properties h on h.id = r.property_id
  where r.id = :reservation_id
), paid as (
  insert into payments (key, reservation_id, kind, payer_id, title, check_in, check_out, rest_cents, rest_due_on, amount_cents, currency, status)
  select :key, id, 'booking', guest_id, title, check_in, check_out, rest_cents, balance_due_on, due_now_cents, currency, :status from stay
  returning id, amount_cents, currency, status
), checkout as (
  insert into checkout_sessions (payment_id, request, expires_at, session_id, closed_at) select id, '{}', now(), :session_id, now() from paid
), receipt as (
  insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, refunded_cents)
  select :payment_intent_id, id, 'applied', amount_cents, currency, case when status = 'refunded' then amount_cents else 0 end from paid
  returning payment_intent_id, payment_id, refunded_cents
), refund as (
  insert into refunds (payment_id, payment_intent_id, amount_cents, source, status, provider_refund_id, settled_at)
  select payment_id, payment_intent_id, refunded_cents, 'cancellation', 'succeeded', 're_' || payment_intent_id, now()
  from receipt where refunded_cents > 0
)
select id from paid
