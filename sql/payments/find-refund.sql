-- A refund that the provider is to make; `is_old` when its idempotency key may have been forgotten there.
-- optional
-- not null: is_old
select id, key, status, amount_cents, provider_refund_id, payment_intent_id,
  created_at < now() - interval '20 hours' as is_old
from refunds
where id = :refund_id
