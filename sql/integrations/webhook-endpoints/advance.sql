-- Makes deliveries of the next events, at most so many of them; returns how many events that were.
-- reads: events: a delivery is made for each event of the feed
-- one
-- not null: events
with next_events as (
  -- A subselect, not a join. Without statistics of `webhook_feed`, the planner joins by reading all events.
  select position, at, type, owner_id, property_id from events
  where position > (select f.position from webhook_feed f) order by position limit :limit
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
