-- Records the provider's id of a refund of this service. A refund that was started at the provider becomes a new row.
-- nullable: :key
with ours as (
  update refunds set provider_refund_id = :provider_refund_id
  where key = :key::uuid and payment_intent_id = :payment_intent_id and provider_refund_id is null
  returning id
)
insert into refunds (payment_id, payment_intent_id, amount_cents, source, provider_refund_id)
select payment_id, payment_intent_id, :amount_cents, 'provider', :provider_refund_id
from receipts
where payment_intent_id = :payment_intent_id and not exists (select from ours)
  and not exists (select from refunds where provider_refund_id = :provider_refund_id)
on conflict (provider_refund_id) do nothing
