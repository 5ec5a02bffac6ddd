-- Guest, owner, home and dates of a reservation, and today at the home.
-- reads: properties: the owner of the home is the other side of a stay
-- optional
-- not null: today
-- nullable: :reservation_id
select r.id, r.property_id, r.guest_id, r.check_in, r.check_out, p.owner_id, p.title as home,
  (now() at time zone p.timezone)::date as today
from reservations r
join properties p on p.id = r.property_id
where r.id = :reservation_id
