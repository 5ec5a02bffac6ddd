-- The payment of a checkout session, and where to queue for its home.
select p.id, p.reservation_id, r.property_id
from payments p join reservations r on r.id = p.reservation_id
where p.session_id = :session_id
