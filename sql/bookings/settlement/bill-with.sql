-- Moves the supplements of a payment to the bill of another one.
update supplements set payment_id = :successor_id, mailed_at = null where payment_id = :payment_id
