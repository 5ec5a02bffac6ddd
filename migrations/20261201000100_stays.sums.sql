-- migrate:up
-- The money of the price of a stay: what its guest owes here, what is asked for, and what was received and not refunded. `tolerated_cents`: what is
-- asked for above the price since money has come back by itself, or from before there were sums. `credited_cents`: what was received, without
-- refunds of what was above the price; other refunds are not asked for again. A stay gets its row with the first statement that settles
-- it; nodes of 0.2 write none.
create table stay_sums (
  reservation_id integer primary key references reservations (id),
  price_cents bigint not null,
  open_cents bigint not null,
  kept_cents bigint not null,
  tolerated_cents bigint not null,
  credited_cents bigint not null,
  constraint stay_sums_open_within_price check (open_cents = 0 or open_cents + kept_cents <= price_cents + tolerated_cents)
);
create index stay_sums_tolerated on stay_sums (reservation_id) where tolerated_cents > 0;

-- The sums of a stay as they are now. Nothing is owed for a stay that is not held and does not take place.
create function sums_of_price(r reservations, out price_cents bigint, out open_cents bigint, out kept_cents bigint, out above_cents bigint,
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

-- Counts what was received of the price now: refunds take from what was above the price first.
create function credited_of(was stay_sums, kept_cents bigint) returns bigint language sql immutable parallel safe as $$
  select was.credited_cents + case when kept_cents >= was.kept_cents then kept_cents - was.kept_cents
    else -least(was.kept_cents - kept_cents, greatest(0, was.credited_cents - was.price_cents)) end
$$;

-- migrate:down
drop function credited_of(stay_sums, bigint);
drop function sums_of_price(reservations);
drop table stay_sums;
