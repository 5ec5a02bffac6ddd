-- A refund to make at the provider. `is_old`: the provider may have forgotten its idempotency key.
-- optional
-- not null: is_old
select id, key, status, amount_cents, provider_refund_id, payment_intent_id,
  created_at < now() - interval '20 hours' as is_old
from refunds
where id = :refund_id
