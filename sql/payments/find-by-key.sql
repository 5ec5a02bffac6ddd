-- The payment of the key that an object of the provider carries, and its home, whose lock the caller takes.
-- optional
select p.id, r.property_id
from payments p join reservations r on r.id = p.reservation_id
where p.key = :key::uuid
