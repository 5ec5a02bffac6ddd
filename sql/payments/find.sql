-- A payment and its reservation.
-- optional
select id, reservation_id, currency, status from payments where id = :payment_id
