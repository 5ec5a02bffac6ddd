-- Conflicts by their numbers, with the names of their feeds.
-- not null: nights
-- nullable: reservation_id, other_feed_id, other_feed
select c.id, f.property_id, c.feed_id, f.name as feed, c.other_feed_id, other.name as other_feed, c.reservation_id, c.kind,
  c.nights::text as nights, c.opened_at as since
from calendar_conflicts c
join calendar_feeds f on f.id = c.feed_id
left join calendar_feeds other on other.id = c.other_feed_id
where c.id = any (:ids::bigint[])
