-- Makes deliveries to one endpoint of events that have had theirs, at most so many, and as many as may still wait; returns how many. Those that
-- wait already are left out. The caller has locked the endpoint.
-- reads: events: events are delivered again while they are kept
-- one
-- not null: made
with waiting as (
  select position from webhook_deliveries where endpoint_id = :endpoint_id and status = 'waiting' and position is not null
), made as (
  insert into webhook_deliveries (endpoint_id, position, event_at)
  select w.id, e.position, e.at
  from webhook_endpoints w
  join events e on (w.owner_id = e.owner_id or w.owner_id is null) and (w.types is null or e.type = any (w.types))
    and (w.property_ids is null or e.property_id = any (w.property_ids))
  where w.id = :endpoint_id and e.position > :after and e.position <= :until
    -- Later events get their first deliveries yet.
    and e.position <= (select position from webhook_feed)
    and not exists (select from waiting where waiting.position = e.position)
  order by e.position
  limit greatest(0, least(:limit, :max_waiting - (select count(*) from waiting)))
  returning id
)
select count(*)::integer as made from made
