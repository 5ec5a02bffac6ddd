-- The nights that the calendar of a home tells the platform of a feed, and since when, as JSON: those of stays and closures, and the events of
-- other feeds, which count from when they came up; those that a node of 0.2 has stored count from their closure.
-- reads: states: nights of stays come back as echoes from platforms that read them here
-- one
-- not null: sources
select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(source))), '[]')::text as sources
from (
  select lower(o.stay) as start_date, upper(o.stay) - 1 as end_date, coalesce(r.created_at, k.created_at) as since,
    null::bigint as feed_id, null::timestamptz as exported_at, null::boolean as is_block, nullif(r.is_written_down, false) as is_written_down
  from occupancy o
  left join reservations r on r.id = o.reservation_id
  left join closures k on k.id = o.closure_id
  where o.property_id = :property_id and upper(o.stay) > current_date - 1
    and coalesce(r.hold_expires_at > now(), true)
    and k.feed_id is null
  union all
  select e.start_date, e.end_date, coalesce(e.seen_at, (
    select min(c.created_at) from closures c
    where c.feed_id = f.id and daterange(c.start_date, c.end_date, '[]') && daterange(e.start_date, e.end_date, '[]')
  ), now()), f.id, e.exported_at, e.is_block, null
  from calendar_feeds f
  cross join lateral jsonb_to_recordset(f.taken) e (start_date date, end_date date, seen_at timestamptz, exported_at timestamptz, is_block boolean, is_echo boolean)
  where f.property_id = :property_id and f.id <> :feed_id and not coalesce(e.is_echo, false) and e.end_date >= current_date - 1
) source
