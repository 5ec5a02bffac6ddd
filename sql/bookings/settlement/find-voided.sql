-- A voided payment whose supplements no other payment bills yet.
-- reads: payments: a voided payment bills nothing
-- optional
-- not null: payment_id
select s.payment_id from supplements s join payments p on p.id = s.payment_id
where s.reservation_id = :reservation_id and p.status = 'cancelled' limit 1
