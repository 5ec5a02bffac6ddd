-- Voids the open payments of an abandoned stay, besides its booking.
update payments set status = 'cancelled', updated_at = now()
where reservation_id = :reservation_id and kind <> 'booking' and payment_is_idle(status)
