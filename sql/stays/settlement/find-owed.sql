-- The amount that the guest of a channel's stay owes here while it takes place, and the parts of it that are open and received. `owed_cents`
-- null: it is settled elsewhere, or as a file says. `received_cents` with later refunds, `kept_cents` without.
-- optional
-- nullable: owed_cents
-- not null: received_cents, kept_cents, open_cents
select
  case
    when stay_collector(r) = 'channel' then 0
    when stay_owes_here(r) then r.total_cents + excluded_of(r.quote) end as owed_cents,
  money.received_cents, money.kept_cents, price.open_cents, r.currency
from reservations r
cross join lateral open_of_price(r) price
cross join lateral (
  select coalesce(sum(a.amount_cents), 0)::bigint as received_cents, coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents
  from payments m join receipts a on a.payment_id = m.id and a.status = 'applied'
  where m.reservation_id = r.id and payment_is_of_price(m.kind)) money
where r.id = :reservation_id and r.source = 'channel' and stay_takes_place(r.status)
