-- The money of the price of a stay. `price_cents`: with what its total does not include. `owed_cents`: what the guest of a channel's stay owes here
-- while it takes place; null: it is sold here, settled elsewhere, or as a file says. `received_cents` with later refunds, `kept_cents` without.
-- one
-- nullable: owed_cents
-- not null: price_cents, received_cents, kept_cents, open_cents
select r.total_cents + excluded_of(r.quote) as price_cents,
  case
    when r.source <> 'channel' or not stay_takes_place(r.status) then null
    when stay_collector(r) = 'channel' then 0
    when stay_owes_here(r) then r.total_cents + excluded_of(r.quote) end as owed_cents,
  money.received_cents, money.kept_cents, price.open_cents, r.currency
from reservations r
cross join lateral open_of_price(r) price
cross join lateral (
  select coalesce(sum(a.amount_cents), 0)::bigint as received_cents, coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents
  from payments m join receipts a on a.payment_id = m.id and a.status = 'applied'
  where m.reservation_id = r.id and payment_is_of_price(m.kind)) money
where r.id = :reservation_id
