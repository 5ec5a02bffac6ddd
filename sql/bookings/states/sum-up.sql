-- Writes the sums of the price of a stay, which is locked, anew. `stay_sums_open_within_price` refuses to ask for more where that is above the
-- price; money that has come back by itself is tolerated.
-- reads: payments: `sums_of_price` adds up what was asked for and received
-- reads: schema: stays of channels owe here only where no node of 0.2 runs
insert into stay_sums (reservation_id, price_cents, open_cents, kept_cents, tolerated_cents, credited_cents)
select r.id, now.price_cents, now.open_cents, now.kept_cents, now.above_cents, now.received_cents
from reservations r cross join lateral sums_of_price(r) now
where r.id = :reservation_id
on conflict (reservation_id) do update
set price_cents = excluded.price_cents, open_cents = excluded.open_cents, kept_cents = excluded.kept_cents,
  credited_cents = credited_of(stay_sums, excluded.kept_cents),
  tolerated_cents = case when excluded.open_cents <= stay_sums.open_cents then excluded.tolerated_cents
    else least(excluded.tolerated_cents, stay_sums.tolerated_cents) end
