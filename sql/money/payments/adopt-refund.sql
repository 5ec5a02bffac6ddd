-- Records the provider's id of a refund of this service. One that this service made and lost with its database takes the place of one that
-- it has started on its own again since. A refund that was started at the provider becomes a new row.
-- nullable: :key
with ours as (
  select id from refunds
  where payment_intent_id = :payment_intent_id and provider_refund_id is null and (key = :key::uuid
    or :key::uuid is not null and status = 'pending' and source in ('cancellation', 'late', 'surplus')
      and amount_cents = :amount_cents)
  order by key = :key::uuid desc, id
  limit 1
), named as (
  update refunds set provider_refund_id = :provider_refund_id, key = :key::uuid
  where id = (select id from ours) and not exists (select from refunds where provider_refund_id = :provider_refund_id)
)
insert into refunds (payment_id, payment_intent_id, amount_cents, source, provider_refund_id)
select payment_id, payment_intent_id, :amount_cents, 'provider', :provider_refund_id
from receipts
where payment_intent_id = :payment_intent_id and not exists (select from ours)
  and not exists (select from refunds where provider_refund_id = :provider_refund_id)
on conflict (provider_refund_id) do nothing
