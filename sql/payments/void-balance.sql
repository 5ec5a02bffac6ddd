-- Voids the balance of a stay that was given up.
update payments set status = 'cancelled', updated_at = now()
where reservation_id = :reservation_id and kind = 'balance' and payment_is_idle(status)
