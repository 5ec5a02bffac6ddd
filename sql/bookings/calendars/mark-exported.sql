-- Writes that the platform of a feed has read its calendar, and which ranges of nights it was told in its last three readings, some seconds late
-- where it was read from a replica.
-- reads: states: nights of stays that the platform has read come back as echoes
update calendar_feeds f
set exported_at = reading.at,
  told = jsonb_path_query_array(jsonb_build_array((
    select coalesce(jsonb_agg(jsonb_build_object('start_date', lower(o.stay), 'end_date', upper(o.stay) - 1)), '[]')
    from occupancy o
    left join reservations r on r.id = o.reservation_id
    left join closures k on k.id = o.closure_id
    where o.property_id = f.property_id and upper(o.stay) > current_date - 1
      and coalesce(r.hold_expires_at > now(), true)
      and k.feed_id is distinct from f.id and not coalesce(k.is_echo, false)
      and coalesce(r.created_at, k.created_at) < reading.at
  )) || f.told, '$[0 to 2]')
from (select :read_at::timestamptz - make_interval(secs => :late_seconds::integer) as at) reading
where f.id = :feed_id and f.property_id = :property_id and coalesce(f.exported_at < reading.at, true)
