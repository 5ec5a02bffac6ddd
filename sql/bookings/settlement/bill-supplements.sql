-- Bills all supplements of a reservation that are not billed with a payment.
update supplements set payment_id = :payment_id, mailed_at = null where reservation_id = :reservation_id and payment_id is null
