-- A payment and its reservation.
-- optional
select id, reservation_id, currency from payments where id = :payment_id
