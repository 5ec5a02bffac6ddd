-- Returns how long the oldest event has waited for its deliveries to be made, how long the delivery that has been due longest has waited at an endpoint
-- that takes what it is sent, and how many endpoints there are at which the last one has failed. A slow endpoint lets its own wait.
-- reads: events: metrics show for how long the next event has waited
-- one
-- not null: event_seconds, delivery_seconds, failing
select coalesce((
    select extract(epoch from now() - e.at) from events e
    where e.position > (select position from webhook_feed) order by e.position limit 1), 0)::float8 as event_seconds,
  coalesce(extract(epoch from now() - min(d.due_at) filter (where w.failing_since is null)), 0)::float8 as delivery_seconds,
  count(*) filter (where w.failing_since is not null) as failing
from webhook_endpoints w
left join lateral (
  select due_at from webhook_deliveries where endpoint_id = w.id and status = 'waiting' and due_at <= now() order by due_at limit 1
) d on true
where w.disabled_at is null
