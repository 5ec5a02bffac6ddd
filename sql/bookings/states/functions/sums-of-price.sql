-- The sums of a stay as they are now. Nothing is owed for a stay that is not held and does not take place.
create or replace function sums_of_price(r reservations, out price_cents bigint, out open_cents bigint, out kept_cents bigint, out above_cents bigint,
  out received_cents bigint)
language sql stable parallel safe as $$
  select price.cents, o.open_cents, money.kept_cents,
    case when o.open_cents > 0 then greatest(0, o.open_cents + money.kept_cents - price.cents) else 0 end,
    money.received_cents
  from open_of_price(r) o
  cross join lateral (
    select case
      when r.status <> 'pending' and not stay_takes_place(r.status) then 0
      when stay_collector(r) is not null and not stay_owes_here(r) then 0
      else r.total_cents + excluded_of(r.quote) end as cents) price
  cross join lateral (
    select coalesce(sum(a.amount_cents - a.refunded_cents), 0)::bigint as kept_cents, coalesce(sum(a.amount_cents), 0)::bigint as received_cents
    from payments m join receipts a on a.payment_id = m.id and a.status = 'applied'
    where m.reservation_id = r.id and payment_is_of_price(m.kind)) money
$$;
