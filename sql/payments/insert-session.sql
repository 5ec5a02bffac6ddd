-- A new attempt to open a checkout. The hold on the nights lasts five minutes longer.
-- one
with attempt as (
  insert into checkout_sessions (payment_id, request, expires_at)
  values (:payment_id, :request, to_timestamp(:expires_at_seconds::bigint))
  returning id, key, payment_id, expires_at
), hold as (
  update reservations r set hold_expires_at = greatest(r.hold_expires_at, attempt.expires_at + interval '5 minutes')
  from attempt join payments p on p.id = attempt.payment_id
  where r.id = p.reservation_id and r.hold_expires_at is not null
)
select id, key from attempt
