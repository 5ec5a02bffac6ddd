-- Moves a refund on: pending, succeeded, failed, and never back. No row when it had come as far before.
-- optional
update refunds set status = :status, settled_at = now()
where provider_refund_id = :provider_refund_id and status < :status
returning id, payment_id, amount_cents
