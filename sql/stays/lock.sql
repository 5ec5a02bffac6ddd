-- The state and the currency of a reservation, locked until the end of the transaction.
-- optional
select id, status, currency from reservations where id = :reservation_id for update
