-- What the provider says has been given back of a payment, in all.
with payment as (
  update payments
  set refunded_cents = greatest(refunded_cents, :refunded_cents),
      status = case when :refunded_cents::bigint >= amount_cents then 'refunded' else 'partially_refunded' end::payment_status,
      updated_at = now()
  where id = :payment_id
  returning id, reservation_id, currency
), refund as (
  update refunds set status = 'succeeded', updated_at = now()
  from payment
  where payment_id = payment.id and refunds.status = 'pending' and provider_refund_id is not null
)
select id, reservation_id, currency from payment
