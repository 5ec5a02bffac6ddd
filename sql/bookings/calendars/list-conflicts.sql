-- The conflicts of a home from today on: nights that its feeds name and that stays have, or another feed.
-- reads: states: a conflict shows the days of its stay, and ends with the stay's nights
-- reads: properties: past nights are no conflicts, by the day at the home
-- not null: start_date, end_date
-- nullable: reservation_id, other_feed_id, other_feed, check_in, check_out
select c.id, c.feed_id, f.name as feed, c.other_feed_id, other.name as other_feed, c.reservation_id, r.check_in, r.check_out, c.kind,
  lower(part) as start_date, upper(part) - 1 as end_date, c.opened_at as since
from calendar_feeds f
join properties p on p.id = f.property_id
join calendar_conflicts c on c.feed_id = f.id and c.kind <> 'same'
left join calendar_feeds other on other.id = c.other_feed_id
left join reservations r on r.id = c.reservation_id
left join occupancy o on o.reservation_id = c.reservation_id
cross join lateral unnest(
  c.nights * case when c.reservation_id is null then '{(,)}' else coalesce(datemultirange(o.stay), '{}') end
    * datemultirange(daterange((now() at time zone p.timezone)::date, null))) part
where f.property_id = :property_id
order by start_date, c.id
limit 500
