-- The supplements of a reservation, and the state of the payment that bills each.
-- reads: payments: a supplement is paid when the payment that bills it is
-- reads: states: a supplement has the currency of its stay
-- nullable: status
select s.id, s.label, s.amount_cents, s.is_damage, r.currency, s.created_at, p.status
from supplements s join reservations r on r.id = s.reservation_id left join payments p on p.id = s.payment_id
where s.reservation_id = :reservation_id
order by s.id
