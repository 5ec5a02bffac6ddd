-- Attempts of a reservation, or of one of its payments, that can still be paid. `only_ended`: of payments whose time is up; one that is
-- opened meanwhile has extended it.
-- nullable: :payment_id
select s.id, s.session_id
from checkout_sessions s join payments p on p.id = s.payment_id
where p.reservation_id = :reservation_id and p.id = coalesce(:payment_id::bigint, p.id)
  and s.closed_at is null and (payment_is_due(p.status) or p.status = 'cancelled')
  and (not :only_ended::boolean or coalesce(p.payable_until <= now(), true))
order by s.id
