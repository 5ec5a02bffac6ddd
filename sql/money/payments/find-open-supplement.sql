-- The payment of supplements that waits for its money.
-- optional
select id, key, amount_cents, currency from payments
where reservation_id = :reservation_id and kind = 'supplement' and payment_is_due(status)
order by id desc limit 1
