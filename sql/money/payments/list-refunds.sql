-- The refunds of a reservation.
select f.id, f.payment_id, f.amount_cents, p.currency, f.status, f.source, f.method, f.reason, f.created_at, f.settled_at
from refunds f join payments p on p.id = f.payment_id
where p.reservation_id = :reservation_id
order by f.id
