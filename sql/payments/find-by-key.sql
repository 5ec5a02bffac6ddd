-- The payment behind the key that an object of the provider carries, and where to queue for its home.
-- optional
select p.id, r.property_id
from payments p join reservations r on r.id = p.reservation_id
where p.key = :key::uuid
