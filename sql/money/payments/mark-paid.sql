-- Marks a payment as paid.
update payments set status = 'paid', updated_at = now() where id = :payment_id
