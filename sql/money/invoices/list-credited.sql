-- The documents of a payment after its invoice, in order: credit notes, and invoices of refunds that failed.
select lines from invoices where payment_id = :payment_id and refund_id is not null order by id
