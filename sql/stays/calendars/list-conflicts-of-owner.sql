-- The nights from today on that feeds of an owner's homes say are taken and that stays have, and how many ranges there are; not those
-- that a platform names as closed by hand.
-- nullable: :homes
-- not null: start_date, end_date, total
select c.id, c.feed_id, f.name as feed, f.property_id, p.title, c.reservation_id, r.check_in, r.check_out, c.kind,
  lower(part) as start_date, upper(part) - 1 as end_date, c.opened_at as since, count(*) over () as total
from properties p
join calendar_feeds f on f.property_id = p.id
join calendar_conflicts c on c.feed_id = f.id and c.kind <> 'block'
join reservations r on r.id = c.reservation_id
join occupancy o on o.reservation_id = r.id
cross join lateral unnest(
  c.nights * datemultirange(o.stay) * datemultirange(daterange((now() at time zone p.timezone)::date, null))) part
where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
order by start_date, c.feed_id, c.reservation_id, c.kind
limit :limit
