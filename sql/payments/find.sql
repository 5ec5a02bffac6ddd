-- A payment and its reservation.
select id, reservation_id, currency from payments where id = :payment_id
