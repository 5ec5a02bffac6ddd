-- What a verification answers of a payment.
select status, reservation_id, amount_cents, currency from payments where session_id = :session_id
