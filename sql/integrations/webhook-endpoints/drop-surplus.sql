-- Drops the oldest of the deliveries that wait for an endpoint, as many as are too many; no row when none are.
-- optional
-- nullable: owner_id
-- not null: dropping_since, dropped_now
with surplus as (
  select id from webhook_deliveries
  where endpoint_id = :id and status = 'waiting' and position is not null
  order by id desc
  offset :max_waiting
), dropped as (
  update webhook_deliveries d set status = 'failed', error = 'dropped' from surplus where d.id = surplus.id and d.status = 'waiting'
  returning d.id
)
update webhook_endpoints e
set dropped = e.dropped + (select count(*) from dropped), dropping_since = coalesce(e.dropping_since, now())
where e.id = :id and exists (select from dropped)
returning e.owner_id, e.created_by, e.url, e.dropping_since, (select count(*)::integer from dropped) as dropped_now
