-- What a checkout displays, its last attempt, and the time. The payment is locked before, in a statement of its own: a
-- statement that waits for the lock would still see the attempts from before the wait. The owner has the link of
-- supplements too, so their checkout knows neither the guest's address nor the customer whose cards it would offer.
-- optional
-- not null: now_seconds, is_over, is_charged, keeps_card, balance_cents
-- nullable: balance_due_on, attempt_id, attempt_key, request, url, is_closed, seconds_left, hold_seconds_left, email, customer_id
select p.id, p.key, p.kind, p.status, p.reservation_id, p.amount_cents, p.currency,
  coalesce(r.hold_expires_at < now(), r.status = 'expired') as is_over,
  exists (select from charges k where k.payment_id = p.id and k.refused_at is null) as is_charged,
  p.kind = 'booking' and r.balance_due_on is not null as keeps_card, r.balance_due_on,
  r.total_cents - r.due_now_cents as balance_cents,
  r.check_in, r.check_out, h.title as home, u.locale,
  case when p.kind <> 'supplement' then u.email end as email,
  case when p.kind <> 'supplement' then c.customer_id end as customer_id,
  extract(epoch from now())::bigint as now_seconds,
  s.id as attempt_id, s.key as attempt_key, s.request, s.url, s.closed_at is not null as is_closed,
  extract(epoch from s.expires_at - now())::integer as seconds_left,
  extract(epoch from r.hold_expires_at - now())::integer as hold_seconds_left
from payments p
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
join users u on u.id = r.guest_id
left join customers c on c.user_id = u.id
left join lateral (select * from checkout_sessions where payment_id = p.id order by id desc limit 1) s on true
where p.id = :payment_id
