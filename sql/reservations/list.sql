-- A user's reservations as guest or as owner, newest first.
-- not null: total
-- nullable: :status, payment_status
select r.id, r.property_id, p.title as home, r.guest_id, p.owner_id, r.check_in, r.check_out, r.adults, r.children,
  r.infants, r.status, r.total_cents, r.currency, r.created_at, pay.status as payment_status, count(*) over () as total
from reservations r
join properties p on p.id = r.property_id
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking'
where case when :as_owner::boolean then p.owner_id = :user_id else r.guest_id = :user_id end
  and (:status::reservation_status is null or r.status = :status)
order by r.created_at desc, r.id desc
limit :limit offset :offset
