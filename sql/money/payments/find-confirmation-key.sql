-- The secret of the confirmation of a payment.
-- optional
-- not null: key
select confirmation_key as key from receipts
where payment_id = :payment_id and status = 'applied' and confirmation_key is not null
