-- The checkout session of a payment.
update payments set session_id = :session_id, checkout_url = :checkout_url, updated_at = now()
where id = :payment_id
returning id
