-- A user's reservations as guest or as owner, newest first.
-- not null: overbooked, total
-- nullable: ota_name, ota_reservation_code, contact_name, :status, payment_status
select r.id, r.property_id, p.title as home, r.guest_id, p.owner_id, r.check_in, r.check_out, r.adults, r.children,
  r.infants, r.status, r.total_cents, r.currency, r.created_at, case when r.source = 'channel' then 'collected_by_channel' else pay.status::text end as payment_status,
  r.source, r.ota_name, r.ota_reservation_code, c.name as contact_name,
  exists (select from occupancy o where o.reservation_id = r.id and o.overbooked) as overbooked, count(*) over () as total
from reservations r
join properties p on p.id = r.property_id
left join contacts c on c.id = r.contact_id
left join payments pay on pay.reservation_id = r.id and pay.kind = 'booking'
where case when :as_owner::boolean then p.owner_id = :user_id else r.guest_id = :user_id end
  and (:status::reservation_status is null or r.status = :status)
order by r.created_at desc, r.id desc
limit :limit offset :offset
