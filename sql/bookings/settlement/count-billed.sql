-- Counts the supplements that a payment bills.
-- one
-- not null: total
select count(*) as total from supplements where payment_id = :payment_id
