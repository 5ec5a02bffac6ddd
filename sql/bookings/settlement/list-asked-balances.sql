-- A page of balances that guests were asked for and have not paid. `is_arrival`: the check-in day has come at the home.
-- `asked_at` has microseconds, because the next page starts after it.
-- reads: payments: reminders are for balances that were asked for and not paid
-- reads: properties, states: the last reminder comes on the day of arrival at the home
-- not null: days, is_arrival, asked_at
select p.id, p.asked_at::text as asked_at, p.reminders, floor(extract(epoch from now() - p.asked_at) / 86400)::integer as days,
  r.check_in <= (now() at time zone h.timezone)::date as is_arrival
from payments p
join reservations r on r.id = p.reservation_id
join properties h on h.id = r.property_id
where p.kind = 'balance' and payment_is_idle(p.status) and p.reminders < 3
  and (p.asked_at < now() - interval '3 days' or r.check_in < current_date + 2)
  and (p.asked_at, p.id) > (:asked_at::text::timestamptz, :id::bigint)
order by p.asked_at, p.id
limit 200
