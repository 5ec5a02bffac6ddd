-- The payments of the demo's stays that have none yet, as the state of each says. Returns those that were made.
-- not null: id
with stay as (
  select r.id, r.guest_id, r.check_in, r.check_out, r.status, r.due_now_cents, r.currency, r.balance_due_on, r.created_at,
    case when r.balance_due_on is not null then r.total_cents - r.due_now_cents end as rest_cents, h.title
  from reservations r join properties h on h.id = r.property_id
  where r.status not in ('inquiry', 'declined') and not exists (select from payments p where p.reservation_id = r.id)
), made as (
  insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, rest_cents, rest_due_on, amount_cents, currency, status, created_at)
  select id, 'booking', guest_id, title, check_in, check_out, rest_cents, balance_due_on, due_now_cents, currency,
    case when status = 'expired' then 'cancelled'::payment_status else 'paid' end, created_at
  from stay order by id
  returning id, amount_cents, currency, status, created_at
), receipt as (
  insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, received_at)
  select 'pi_demo_' || id, id, 'applied', amount_cents, currency, created_at + interval '10 minutes' from made where status = 'paid'
)
select id from made where status = 'paid' order by id
