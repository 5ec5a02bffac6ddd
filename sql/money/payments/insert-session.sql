-- A new attempt to open a checkout.
-- one
insert into checkout_sessions (payment_id, request, expires_at)
values (:payment_id, :request, to_timestamp(:expires_at_seconds::bigint))
returning id, key
