-- Notes a try that failed or is under way; no row when the payment has been made.
-- optional
update payments set status = :status, updated_at = now()
where id = :payment_id and status in ('unpaid', 'processing', 'failed')
returning id, reservation_id, amount_cents, currency
