-- Lists bills of nothing but damage that can be paid, and were never charged, of stays whose guest has arrived, has a proved address, and lets a card be kept; one of
-- them by its number. `is_mailed`: to that address; `is_ripe`: 48 hours ago.
-- reads: payments: a bill is charged while it can be paid
-- reads: agreements: the card that is kept
-- reads: states: the proved address of the guest, and the day of arrival
-- reads: properties: days are those of the home
-- nullable: :payment_id
-- not null: is_mailed, is_ripe, today
select p.id, p.key, k.reservation_id, bill.mailed_at is not null as is_mailed,
  coalesce(bill.mailed_at <= now() - interval '48 hours', false) as is_ripe, current_date::text as today
from kept_cards k
join reservations r on r.id = k.reservation_id
join properties h on h.id = r.property_id
join contacts o on o.id = r.contact_id and lower(o.email) = lower(o.proved_email)
join payments p on p.reservation_id = k.reservation_id and p.kind = 'supplement' and payment_is_idle(p.status)
cross join lateral (
  select case when bool_and(s.mailed_at is not null) then max(s.mailed_at) end as mailed_at from supplements s
  where s.payment_id = p.id having bool_and(s.is_damage)) bill
where k.method_id is not null and r.check_in <= (now() at time zone h.timezone)::date
  and (:payment_id::bigint is null or p.id = :payment_id) and not exists (select from charges c where c.payment_id = p.id)
order by p.id
limit 500
