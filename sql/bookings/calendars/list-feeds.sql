-- The feeds of a home, and how many closures each has made.
-- not null: closures, skipped
select f.id, f.name, f.url, f.stays, f.ignore_blocks, f.ends, f.next_fetch_at, f.imported_at, f.doubted_at, f.failures, f.error, f.error_detail,
  (select count(*) from closures c where c.feed_id = f.id) as closures,
  cardinality(f.skipped) as skipped, f.problems, f.left_out
from calendar_feeds f
where f.property_id = :property_id
order by f.id
