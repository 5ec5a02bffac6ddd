-- The state of a reservation, locked until the end of the transaction.
-- optional
select id, status from reservations where id = :reservation_id for update
