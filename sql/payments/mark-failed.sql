-- Notes a failed attempt, unless the payment has been made meanwhile.
update payments set status = 'failed', updated_at = now()
where id = :payment_id and status in ('unpaid', 'processing', 'failed')
returning id, reservation_id, amount_cents, currency
