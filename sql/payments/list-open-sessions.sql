-- Attempts of a reservation, or of one of its payments, that can still be paid.
-- nullable: :payment_id
select s.id, s.session_id
from checkout_sessions s join payments p on p.id = s.payment_id
where p.reservation_id = :reservation_id and p.id = coalesce(:payment_id::integer, p.id)
  and s.closed_at is null and p.status in ('unpaid', 'processing', 'failed', 'cancelled')
order by s.id
