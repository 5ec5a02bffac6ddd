-- A reservation, locked until the end of the transaction, with what an owner's move depends on. `was_inquiry`: the owner
-- has accepted it once already.
-- optional
-- not null: today, was_inquiry
select r.id, r.guest_id, r.status, r.check_in, r.quote, r.total_cents, r.due_now_cents, r.currency,
  (now() at time zone p.timezone)::date as today,
  exists (
    select from reservation_events e
    where e.reservation_id = r.id and e.from_status = 'inquiry' and e.to_status = 'pending') as was_inquiry
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id
for update of r
