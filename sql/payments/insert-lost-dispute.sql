-- What a guest's bank has taken back, once per dispute: a refund, of at most what was left. The payment is locked before.
-- optional
with receipt as (
  select payment_intent_id, payment_id, least(:amount_cents, amount_cents - refunded_cents) as lost_cents
  from receipts where payment_intent_id = :payment_intent_id
)
insert into refunds (payment_id, payment_intent_id, amount_cents, reason, source, status, provider_refund_id, settled_at)
select payment_id, payment_intent_id, lost_cents, 'dispute', 'dispute', 'succeeded', :dispute_id, now()
from receipt where lost_cents > 0
on conflict (provider_refund_id) do nothing
returning id, payment_id
