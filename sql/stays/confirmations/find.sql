-- The contents of the page of a reservation. `pay_key`: of the payment that is due of a guest without an account.
-- optional
-- not null: open_cents, has_account
-- nullable: pay_key
select r.id, p.title, r.check_in, r.check_out, r.status, r.currency, price.open_cents, r.guest_id is not null as has_account,
  case when r.guest_id is null then (
    select pay.key from payments pay where pay.reservation_id = r.id and payment_is_idle(pay.status) order by pay.id limit 1) end as pay_key
from reservations r
join properties p on p.id = r.property_id
cross join lateral open_of_price(r) price
where r.id = :reservation_id
