-- A reservation, locked until the end of the transaction, so that its supplements are billed once.
-- optional
select id, status, currency from reservations where id = :reservation_id for update
