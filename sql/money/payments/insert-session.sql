-- A new attempt to open a checkout. A payment that can be made until a time can be made a little longer than its checkout lasts.
-- one
with extended as (
  update payments set payable_until = to_timestamp(:payable_until_seconds::bigint)
  where id = :payment_id and payable_until < to_timestamp(:payable_until_seconds::bigint)
)
insert into checkout_sessions (payment_id, request, expires_at)
values (:payment_id, :request, to_timestamp(:expires_at_seconds::bigint))
returning id, key
