-- Records an attempt to pay that failed or is in progress; no row when the payment is already paid.
-- optional
update payments set status = :status, updated_at = now()
where id = :payment_id and payment_is_due(status)
returning id, reservation_id, amount_cents, currency
