-- Voids what is still due for a stay that was given up, besides its booking.
update payments set status = 'cancelled', updated_at = now()
where reservation_id = :reservation_id and kind <> 'booking' and payment_is_idle(status)
