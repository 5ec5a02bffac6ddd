-- Attempts of a reservation that can still be paid.
select s.id, s.session_id
from checkout_sessions s join payments p on p.id = s.payment_id
where p.reservation_id = :reservation_id and s.closed_at is null and p.status in ('unpaid', 'processing', 'failed')
order by s.id
