-- A page of stays whose balance is due at their home and was not made yet, in order of its day. A stay that was completed
-- without its balance is among them.
-- reads: properties: a balance is due by the day at the home
-- reads: payments: a balance follows only a deposit that was paid
-- not null: balance_due_on
select r.id, r.property_id, r.balance_due_on
from reservations r
join properties p on p.id = r.property_id
where not r.balance_made and stay_takes_place(r.status)
  and r.balance_due_on < current_date + 2
  and r.balance_due_on <= (now() at time zone p.timezone)::date
  and exists (
    select from payments d
    where d.reservation_id = r.id and d.kind = 'booking' and not d.has_successor and payment_is_made(d.status))
  and (r.balance_due_on, r.id) > (:balance_due_on::date, :id::bigint)
order by r.balance_due_on, r.id
limit 200
