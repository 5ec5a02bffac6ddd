-- The price of a stay, the open part of it, and what was received of it and not refunded.
-- one
-- not null: price_cents, open_cents, kept_cents
select r.total_cents + excluded_of(r.quote) as price_cents, price.open_cents,
  (select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint from payments m join receipts a on a.payment_id = m.id and a.status = 'applied'
    where m.reservation_id = r.id and payment_is_of_price(m.kind)) as kept_cents
from reservations r cross join lateral open_of_price(r) price
where r.id = :reservation_id
