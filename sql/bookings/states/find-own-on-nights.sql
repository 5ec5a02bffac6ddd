-- A guest's own reservation that has some of these nights.
-- optional
-- nullable: hold_expires_at
select r.id as reservation_id, r.status, r.hold_expires_at
from occupancy o
join reservations r on r.id = o.reservation_id
where o.property_id = :property_id and o.stay && daterange(:check_in, :check_out) and r.guest_id = :guest_id
order by r.check_in
limit 1
