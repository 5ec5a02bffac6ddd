-- Counts the homes of an owner with guests in the night of a day, by default of today at each home.
-- reads: properties: which homes are an owner's, and which night it is there
-- one
-- nullable: :day, :homes
-- not null: occupied
select count(distinct o.property_id) as occupied
from properties p
join occupancy o on o.property_id = p.id and o.kind = 'stay'
  and o.stay @> coalesce(:day::date, (now() at time zone p.timezone)::date)
join reservations r on r.id = o.reservation_id and stay_takes_place(r.status)
where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
