-- Holds of a home whose time is up, and that overlap the given nights.
select r.id
from reservations r
where r.property_id = :property_id and r.hold_expires_at < now()
  and daterange(r.check_in, r.check_out) && daterange(:check_in, :check_out)
order by r.id
