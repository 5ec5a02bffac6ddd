-- migrate:up
-- The money of the price of a stay: what is asked for, and what was received and not refunded. A stay gets its row with the first statement
-- that settles it; nodes of 0.2 write none.
create table stay_sums (
  reservation_id integer primary key references reservations (id),
  price_cents bigint not null,
  open_cents bigint not null,
  kept_cents bigint not null,
  constraint stay_sums_open_within_price check (open_cents = 0 or open_cents + kept_cents <= price_cents)
);

-- migrate:down
drop table stay_sums;
