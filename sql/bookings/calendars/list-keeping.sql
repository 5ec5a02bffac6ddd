-- Nights of a home between two days, both inclusive, that stay taken whatever is opened: those of stays, and those that the calendars of other
-- platforms name and no stay has, which the next reading closes again.
-- reads: states: a stay keeps its nights
-- nullable: reservation_id, feed_id, feed
-- not null: start_date, end_date
with asked as (
  select daterange(:start_date, :end_date, '[]') as nights
), stay as (
  select o.reservation_id, o.stay * asked.nights as nights
  from asked
  join occupancy o on o.property_id = :property_id and o.stay && asked.nights
  join reservations r on r.id = o.reservation_id
  where coalesce(r.hold_expires_at > now(), true)
)
select reservation_id, null::bigint as feed_id, null::text as feed, lower(nights) as start_date, upper(nights) - 1 as end_date from stay
union all
select null, f.id, f.name, lower(part), upper(part) - 1
from asked
join calendar_feeds f on f.property_id = :property_id
cross join lateral (
  select range_agg(daterange(e.start_date, e.end_date, '[]') * asked.nights) as nights
  from jsonb_to_recordset(f.taken) e (start_date date, end_date date, is_echo boolean)
  where not coalesce(e.is_echo, false)
) event
cross join lateral unnest(event.nights - coalesce((select range_agg(stay.nights) from stay), '{}')) part
order by start_date, reservation_id, feed_id
limit 1000
