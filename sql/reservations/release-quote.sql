-- Lets a quote be confirmed again, after its first reservation found no checkout.
update reservations set quote_id = null where id = :reservation_id
