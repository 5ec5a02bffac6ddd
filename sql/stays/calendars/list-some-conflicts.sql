-- Conflicts by their numbers, with the name of their feed.
-- not null: nights
select c.id, f.property_id, c.feed_id, f.name as feed, c.reservation_id, c.kind, c.nights::text as nights, c.opened_at as since
from calendar_conflicts c
join calendar_feeds f on f.id = c.feed_id
where c.id = any (:ids::integer[])
