-- A payment by the key that its link carries, with what its page shows.
-- optional
-- not null: is_over
select p.id, p.status, p.amount_cents, p.currency, r.check_in, r.check_out, h.title as home,
  coalesce(r.hold_expires_at < now(), r.status in ('expired', 'cancelled', 'declined')) as is_over
from payments p
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
where p.key = :key
