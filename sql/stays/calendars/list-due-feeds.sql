-- Feeds that are due, the longest waiting first, at most ten of an account. Slow ones took long or failed when they were last read.
-- not null: host
-- not null: is_slow
select id, owner_id, host, is_slow
from (
  select f.id, p.owner_id, f.next_fetch_at,
    lower(coalesce(substring(f.url from '^[a-z]+://(?:[^/?#]*@)?([^/:?#]+)'), '')) as host,
    f.slow_readings > 0 or f.failures > 0 as is_slow,
    row_number() over (partition by p.owner_id order by f.next_fetch_at, f.id) as place
  from calendar_feeds f
  join properties p on p.id = f.property_id
  where f.next_fetch_at <= now()) due
where place <= 10
order by next_fetch_at, id
limit 1000
