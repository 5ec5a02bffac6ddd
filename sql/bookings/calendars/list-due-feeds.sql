-- Feeds that are due, at most ten of an account: the longest waiting of each account first. Slow ones took long or failed when they were last read.
-- reads: properties: feeds are read in turns of the accounts behind the homes
-- not null: host
-- not null: is_slow
-- not null: is_archived
select id, property_id, owner_id, home, timezone, is_archived, host, is_slow
from (
  select f.id, f.property_id, p.owner_id, p.title as home, p.timezone, p.status = 'archived' as is_archived, f.next_fetch_at,
    lower(coalesce(substring(f.url from '^[a-z]+://(?:[^/?#]*@)?([^/:?#]+)'), '')) as host,
    f.slow_readings > 0 or f.failures > 0 as is_slow,
    row_number() over (partition by p.owner_id order by f.next_fetch_at, f.id) as place
  from calendar_feeds f
  join properties p on p.id = f.property_id
  where f.next_fetch_at <= now()) due
where place <= 10
order by place, next_fetch_at, id
limit 1000
