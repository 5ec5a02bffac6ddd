-- What a checkout shows: the home and its dates, the amount, and who pays.
select p.id, p.reservation_id, p.amount_cents, p.currency, r.check_in, r.check_out, h.title as home, u.email
from payments p
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
join users u on u.id = r.guest_id
where p.id = :payment_id
