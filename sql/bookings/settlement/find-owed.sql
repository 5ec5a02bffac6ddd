-- The money of the price of a stay. `owed_cents`: what the guest of a channel's stay owes here while it takes place; null: it is sold here, settled
-- elsewhere, or as a file says. `credited_cents`: what counts as received of it; a refund of what was above the price does not.
-- reads: states: a stay says who collects its price, and what it counted as received
-- reads: payments: `sums_of_price` adds up what was asked for and received
-- reads: schema: stays of channels owe here only where no node of 0.2 runs
-- one
-- nullable: owed_cents
-- not null: price_cents, credited_cents, kept_cents, open_cents
select now.price_cents, coalesce(credited_of(was, now.kept_cents), now.received_cents) as credited_cents,
  case
    when r.source <> 'channel' or not stay_takes_place(r.status) then null
    when stay_collector(r) = 'channel' then 0
    when stay_owes_here(r) then r.total_cents + excluded_of(r.quote) end as owed_cents,
  now.kept_cents, now.open_cents, r.currency
from reservations r
cross join lateral sums_of_price(r) now
left join stay_sums was on was.reservation_id = r.id
where r.id = :reservation_id
