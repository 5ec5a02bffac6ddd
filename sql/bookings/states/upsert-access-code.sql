-- Sets the code of a stay that goes on, for its home and days as they are under its lock; no row for another stay, or after departure,
-- and for a stay that is at another home or begins on another day than expected.
-- reads: properties: a code is not set after check-out at the home
-- optional
-- nullable: :valid_from, :valid_to, :property_id, :check_in
insert into access_codes (reservation_id, sealed, valid_from, valid_to, property_id, check_in, check_out)
select r.id, :sealed, :valid_from, :valid_to, r.property_id, r.check_in, r.check_out
from reservations r
where r.id = :reservation_id and stay_goes_on(r.status)
  and r.property_id = coalesce(:property_id::uuid, r.property_id) and r.check_in = coalesce(:check_in::date, r.check_in)
  and (select (r.check_out + p.check_out_time) at time zone p.timezone from properties p where p.id = r.property_id) > now()
for update of r
on conflict (reservation_id) do update
set sealed = excluded.sealed, valid_from = excluded.valid_from, valid_to = excluded.valid_to, property_id = excluded.property_id,
  check_in = excluded.check_in, check_out = excluded.check_out, set_at = now()
returning reservation_id
