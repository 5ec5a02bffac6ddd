-- Voids a payment whose place another takes; no row when it is not due any more, or an attempt is in progress.
-- optional
update payments set status = 'cancelled', has_successor = true, updated_at = now()
where id = :payment_id and payment_is_idle(status)
returning id
