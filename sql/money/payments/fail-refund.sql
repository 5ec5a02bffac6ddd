-- Marks a refund as failed that the provider has refused; no row when it was made or refused before.
-- optional
update refunds set status = 'failed', settled_at = now()
where id = :refund_id and status = 'pending' and provider_refund_id is null
returning id, payment_id, amount_cents
