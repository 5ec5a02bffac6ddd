-- Writes the sums of the price of a stay, which is locked, anew. `stay_sums_open_within_price` refuses more than the price.
insert into stay_sums (reservation_id, price_cents, open_cents, kept_cents)
select r.id, r.total_cents + excluded_of(r.quote), price.open_cents, coalesce(sum(a.amount_cents - a.refunded_cents), 0)
from reservations r
cross join lateral open_of_price(r) price
left join payments m on m.reservation_id = r.id and payment_is_of_price(m.kind)
left join receipts a on a.payment_id = m.id and a.status = 'applied'
where r.id = :reservation_id
group by r.id, price.open_cents
on conflict (reservation_id) do update
set price_cents = excluded.price_cents, open_cents = excluded.open_cents, kept_cents = excluded.kept_cents
