-- Notes that the guest is mailed a bill.
update supplements set mailed_at = now() where payment_id = :payment_id
