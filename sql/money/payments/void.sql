-- Voids a payment that was not made: another takes its place.
-- optional
update payments set status = 'cancelled', updated_at = now()
where id = :payment_id and payment_is_idle(status)
returning id
