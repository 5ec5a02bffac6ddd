-- Has another payment bill the supplements of one.
update supplements set payment_id = :successor_id where payment_id = :payment_id
