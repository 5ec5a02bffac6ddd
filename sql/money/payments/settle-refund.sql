-- Moves a refund forward: pending, succeeded, failed. No row when it was there or further already.
-- optional
update refunds set status = :status, settled_at = now()
where provider_refund_id = :provider_refund_id and status < :status
returning id, payment_id, amount_cents
