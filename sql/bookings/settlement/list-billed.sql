-- The supplements that a payment bills.
select label, amount_cents from supplements where payment_id = :payment_id order by id
