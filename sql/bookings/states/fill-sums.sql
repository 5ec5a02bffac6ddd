-- Writes the sums of stays that ask for money and have none yet; the number of those that ask for more than their price.
-- reads: payments: `sums_of_price` adds up what was asked for and received
-- reads: schema: stays of channels owe here only where no node of 0.2 runs
-- one
-- not null: above
with filled as (
  insert into stay_sums (reservation_id, price_cents, open_cents, kept_cents, tolerated_cents, credited_cents)
  select r.id, now.price_cents, now.open_cents, now.kept_cents, now.above_cents, now.received_cents
  from reservations r cross join lateral sums_of_price(r) now
  where (r.status = 'pending' or stay_takes_place(r.status)) and now.open_cents > 0
  on conflict do nothing
  returning tolerated_cents
)
select count(*) filter (where tolerated_cents > 0) as above from filled
