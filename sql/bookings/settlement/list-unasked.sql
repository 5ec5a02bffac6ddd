-- A page of stays of channels that owe their price here, and were never asked for it: they were sold before 0.3 was enabled.
-- reads: states: stays that channels sold before 0.3 was enabled owe here from then on
-- reads: payments: a stay that has a payment was asked already
-- reads: schema: stays of channels owe here only where no node of 0.2 runs
select r.id, r.check_in
from reservations r
where r.source = 'channel' and stay_takes_place(r.status) and (r.check_in, r.id) > (:check_in::date, :id::bigint)
  and r.check_in >= current_date - 30 and r.total_cents + excluded_of(r.quote) > 0 and stay_owes_here(r)
  and not exists (select from payments m where m.reservation_id = r.id and payment_is_of_price(m.kind))
order by r.check_in, r.id
limit 200
