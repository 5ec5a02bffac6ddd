-- A page of stays whose check-out day has come at their home, to be completed, in order of check-out.
-- reads: properties: a stay is over by the day at its home
select r.id, r.property_id, r.check_out
from reservations r
join properties p on p.id = r.property_id
where stay_goes_on(r.status) and r.check_out < current_date + 2
  and r.check_out < (now() at time zone p.timezone)::date
  and (r.check_out, r.id) > (:check_out::date, :id::bigint)
order by r.check_out, r.id
limit 200
