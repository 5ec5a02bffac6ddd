-- The contents of a checkout, its last attempt, and the time: whole seconds that are left, so that they lengthen nothing. The payment is locked before, in a statement of its own: a
-- statement that waits for the lock would still see the attempts from before the wait. The owner has the link of
-- supplements too, so their checkout knows neither the guest's address nor the customer whose cards it would offer.
-- reads: auth: the checkout has the payer's address and language
-- reads: customers: the checkout offers the cards that the payer has saved
-- optional
-- not null: is_brief, now_seconds, is_over, is_charged
-- nullable: return_url, payer_id, locale, attempt_id, attempt_key, request, url, is_closed, seconds_left, payable_seconds, email, customer_id
select p.id, p.key, p.kind, p.status, p.payer_id, p.reservation_id, p.amount_cents, p.currency, p.title, p.check_in, p.check_out,
  p.rest_cents, p.rest_due_on, p.return_url, p.is_brief,
  coalesce(p.payable_until <= now(), false) as is_over,
  exists (select from charges k where k.payment_id = p.id and k.refused_at is null) as is_charged,
  u.locale,
  case when payment_is_of_price(p.kind) then u.email end as email,
  case when payment_is_of_price(p.kind) then c.customer_id end as customer_id,
  floor(extract(epoch from now()))::bigint as now_seconds,
  s.id as attempt_id, s.key as attempt_key, s.request, s.url, s.closed_at is not null as is_closed,
  floor(extract(epoch from s.expires_at - now()))::integer as seconds_left,
  floor(extract(epoch from p.payable_until - now()))::integer as payable_seconds
from payments p
left join users u on u.id = p.payer_id
left join customers c on c.user_id = u.id
left join lateral (select * from checkout_sessions where payment_id = p.id order by id desc limit 1) s on true
where p.id = :payment_id
