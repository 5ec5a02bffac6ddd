-- Moves the day from which the price of a stay is owed, where it has one.
update payments set due_on = :due_on, updated_at = now()
where reservation_id = :reservation_id and kind = 'booking' and due_on <> :due_on::date and payment_is_due(status)
