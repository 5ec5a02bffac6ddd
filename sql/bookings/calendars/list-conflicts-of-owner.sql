-- The conflicts of an owner's homes from today on, without days that a platform names as closed by hand, and how many ranges there are.
-- reads: states: a conflict shows the days of its stay, and ends with the stay's nights
-- reads: properties: an owner sees the conflicts of all homes, each from its own day on
-- nullable: :homes, reservation_id, other_feed_id, other_feed, check_in, check_out
-- not null: start_date, end_date, total
select c.id, c.feed_id, f.name as feed, c.other_feed_id, other.name as other_feed, f.property_id, p.title, c.reservation_id, r.check_in, r.check_out,
  c.kind, lower(part) as start_date, upper(part) - 1 as end_date, c.opened_at as since, count(*) over () as total
from properties p
join calendar_feeds f on f.property_id = p.id
join calendar_conflicts c on c.feed_id = f.id and c.kind not in ('block', 'same')
left join calendar_feeds other on other.id = c.other_feed_id
left join reservations r on r.id = c.reservation_id
left join occupancy o on o.reservation_id = c.reservation_id
cross join lateral unnest(
  c.nights * case when c.reservation_id is null then '{(,)}' else coalesce(datemultirange(o.stay), '{}') end
    * datemultirange(daterange((now() at time zone p.timezone)::date, null))) part
where p.owner_id = :user_id and (:homes::uuid[] is null or p.id = any (:homes))
order by start_date, c.id
limit :limit
