-- Makes deliveries of events that were, at most so many, to one endpoint; returns how many.
-- one
-- not null: made
with made as (
  insert into webhook_deliveries (endpoint_id, position, event_at)
  select w.id, e.position, e.at
  from webhook_endpoints w
  join events e on (w.owner_id = e.owner_id or w.owner_id is null) and (w.types is null or e.type = any (w.types))
  where w.id = :endpoint_id and e.position > :after and e.position <= :until
  order by e.position
  limit :limit
  returning id
)
select count(*)::integer as made from made
