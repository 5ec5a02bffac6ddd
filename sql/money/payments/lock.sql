-- A payment, locked until the end of the transaction.
-- optional
select id, key, reservation_id, kind, status, amount_cents, currency from payments where id = :payment_id for update
