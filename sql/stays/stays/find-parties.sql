-- Guest, owner, home and dates of a reservation.
-- optional
-- nullable: :reservation_id
select r.id, r.property_id, r.guest_id, r.check_in, r.check_out, p.owner_id, p.title as home
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id
