-- A reservation, locked until the end of the transaction.
-- optional
select id, status, currency, property_id, check_in, check_out from reservations where id = :reservation_id for update
