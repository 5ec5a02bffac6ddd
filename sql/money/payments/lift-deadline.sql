-- Lifts the deadline of a payment: a balance can be paid as long as it is due.
update payments set payable_until = null, updated_at = now()
where reservation_id = :reservation_id and payment_is_due(status)
