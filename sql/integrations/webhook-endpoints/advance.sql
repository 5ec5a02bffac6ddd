-- Makes deliveries of the next events, at most so many of them; returns how many events that were.
-- one
-- not null: events
with next_events as (
  select e.position, e.at, e.type, e.owner_id, e.property_id from events e, webhook_feed f
  where e.position > f.position order by e.position limit :limit
), made as (
  insert into webhook_deliveries (endpoint_id, position, event_at)
  select w.id, t.position, t.at
  from next_events t
  join webhook_endpoints w on (w.owner_id = t.owner_id or w.owner_id is null) and (w.types is null or t.type = any (w.types))
    and (w.property_ids is null or t.property_id = any (w.property_ids))
  where w.disabled_at is null
  order by t.position, w.id
), moved as (
  update webhook_feed set position = (select max(t.position) from next_events t) where exists (select from next_events)
)
select count(*)::integer as events from next_events
