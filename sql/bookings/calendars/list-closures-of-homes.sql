-- Closures and owner's stays of some homes from a day to another, both included, the first of each home. A closure reaches to the
-- morning after its last night.
-- nullable: feed, feed_id, reason, name, guests, note
select k.id, k.property_id, k.start_date, k.end_date, k.kind, k.reason, k.name, k.guests, k.note, k.feed_id, f.name as feed
from unnest(:property_ids::uuid[]) home (id)
cross join lateral (
  select * from closures c
  where c.property_id = home.id and c.start_date <= :to_day and c.end_date >= :from_day::date - 1
  order by c.start_date, c.id
  limit :limit
) k
left join calendar_feeds f on f.id = k.feed_id
order by k.start_date, k.id
