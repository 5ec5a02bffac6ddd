-- Holds and inquiries of a home whose time is up, that overlap the given nights and can no longer be paid. Locked until the end of the
-- transaction: a concurrent checkout either has extended the hold before, or finds none.
-- reads: payments: a hold whose checkout is open can still be paid
select r.id
from reservations r
where r.property_id = :property_id and r.hold_expires_at < now()
  and daterange(r.check_in, r.check_out) && daterange(:check_in, :check_out)
  and not exists (
    select from payments p join checkout_sessions s on s.payment_id = p.id
    where p.reservation_id = r.id and s.closed_at is null)
order by r.id
for update of r
