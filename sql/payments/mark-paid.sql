-- Notes that a payment has been made.
update payments set status = 'paid', updated_at = now() where id = :payment_id
