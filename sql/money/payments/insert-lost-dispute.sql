-- Records the money that a guest's bank took back as a refund, once per id, of at most what was not refunded before. Pending refunds
-- do not count, because the provider refuses refunds of a lost dispute. The caller
-- has locked the payment.
-- optional
with receipt as (
  select r.payment_intent_id, r.payment_id, least(:amount_cents, r.amount_cents - coalesce((
      select sum(f.amount_cents) from refunds f
      where f.payment_intent_id = r.payment_intent_id and f.status = 'succeeded'), 0)::bigint) as lost_cents
  from receipts r where r.payment_intent_id = :payment_intent_id
)
insert into refunds (payment_id, payment_intent_id, amount_cents, reason, source, status, provider_refund_id, settled_at)
select payment_id, payment_intent_id, lost_cents, 'dispute', 'dispute', 'succeeded', :provider_refund_id, now()
from receipt where lost_cents > 0
on conflict (provider_refund_id) do nothing
returning id, payment_id
