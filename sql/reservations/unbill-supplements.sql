-- Supplements of a voided payment are not billed any more.
update supplements set payment_id = null where payment_id = :payment_id
