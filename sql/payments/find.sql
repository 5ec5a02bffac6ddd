-- A payment and its reservation, and whether the time in which it can be paid is over.
-- optional
-- not null: is_over
select id, reservation_id, currency, status, coalesce(payable_until <= now(), false) as is_over from payments where id = :payment_id
