-- Locks the payments of a reservation until the end of the transaction, before the reservation itself: as whoever opens a checkout
-- does.
select id from payments where reservation_id = :reservation_id order by id for update
