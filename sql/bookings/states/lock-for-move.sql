-- A reservation, locked until the end of the transaction, with what a move or a cancellation depends on. `was_inquiry`: the owner
-- has accepted it once already. `is_overdue`: the guest was reminded of the balance in vain; of nothing else guests are
-- reminded.
-- reads: properties: a move is checked against the day at the home
-- reads: payments: a stay whose balance was asked for in vain can be cancelled
-- optional
-- not null: today, was_inquiry, is_overdue
-- nullable: balance_due_on
select r.id, r.guest_id, r.source, r.status, r.check_in, r.check_out, r.quote, r.total_cents, r.due_now_cents, r.balance_due_on, r.currency,
  (now() at time zone p.timezone)::date as today,
  exists (
    select from reservation_events e
    where e.reservation_id = r.id and e.from_status = 'inquiry') as was_inquiry,
  exists (
    select from payments b
    where b.reservation_id = r.id and payment_is_idle(b.status) and b.reminders = 3) as is_overdue
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id
for update of r
