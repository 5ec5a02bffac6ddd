-- Scores homes by their bookings within a year, where one counts half after sixty days.
-- not null: score
select property_id, sum(exp(-0.01155 * extract(epoch from now() - created_at)::double precision / 86400)) as score
from reservations
where property_id = any (:property_ids::uuid[]) and stay_takes_place(status)
  and created_at > now() - interval '1 year'
group by property_id
