-- Marks a payment whose money was a mistake: another one takes its place.
update payments set has_successor = true, updated_at = now() where id = :payment_id
