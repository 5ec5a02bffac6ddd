-- The nights from today on that feeds of a home say are taken and that stays have.
-- not null: start_date, end_date
select c.id, c.feed_id, c.reservation_id, c.kind, lower(part) as start_date, upper(part) - 1 as end_date, c.opened_at as since
from calendar_feeds f
join properties p on p.id = f.property_id
join calendar_conflicts c on c.feed_id = f.id
join occupancy o on o.reservation_id = c.reservation_id
cross join lateral unnest(
  c.nights * datemultirange(o.stay) * datemultirange(daterange((now() at time zone p.timezone)::date, null))) part
where f.property_id = :property_id
order by start_date, c.feed_id, c.reservation_id, c.kind
limit 500
