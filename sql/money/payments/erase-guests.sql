-- Empties requests to the provider, notes of receipts and reasons of refunds for the payments of some stays. They may name the guest.
with noted as (
  update receipts set note = null
  where payment_id in (select id from payments where reservation_id = any (:reservation_ids::bigint[])) and note is not null
), reasons as (
  update refunds set reason = null
  where payment_id in (select id from payments where reservation_id = any (:reservation_ids::bigint[])) and reason is not null
)
update checkout_sessions set request = '{}'
where payment_id in (select id from payments where reservation_id = any (:reservation_ids::bigint[]))
