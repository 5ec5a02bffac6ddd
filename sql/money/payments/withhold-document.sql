-- Notes that the money of a payment has no document, because its seller may not issue one here: its guest gets a confirmation that names the seller. No row
-- when the money has none already.
-- optional
-- not null: key
update receipts set is_documented = false, confirmation_key = gen_random_uuid(), confirmed_by = :seller
where payment_id = :payment_id and status = 'applied' and is_documented
returning confirmation_key as key
