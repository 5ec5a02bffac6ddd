-- A supplement of a demo stay that its guest has paid in cash.
-- one
with stay as (
  select r.id, r.guest_id, r.check_in, r.check_out, r.currency, h.title, h.owner_id
  from reservations r join properties h on h.id = r.property_id
  where r.id = :reservation_id
), bill as (
  insert into payments (reservation_id, kind, payer_id, title, check_in, check_out, amount_cents, currency, status)
  select id, 'supplement', guest_id, title, check_in, check_out, :amount_cents, currency, 'paid' from stay
  returning id, amount_cents, currency
), line as (
  insert into supplements (reservation_id, label, amount_cents, payment_id, created_by)
  select stay.id, :label, bill.amount_cents, bill.id, stay.owner_id from stay, bill
)
insert into receipts (payment_intent_id, payment_id, status, amount_cents, currency, method, received_on, created_by)
select 'elsewhere_' || gen_random_uuid(), bill.id, 'applied', bill.amount_cents, bill.currency, 'cash', current_date, stay.owner_id from stay, bill
returning payment_id
