-- Locks the payments of a reservation until the end of the transaction, before the reservation itself. Checkouts
-- lock in this order too.
select id from payments where reservation_id = :reservation_id order by id for update
