-- The payment of the key that an object of the provider carries.
-- optional
select id, kind, reservation_id from payments where key = :key::uuid
