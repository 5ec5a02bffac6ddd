-- Whether there are events without deliveries, and deliveries that are due.
-- one
-- not null: behind, due
select e.position > w.position as behind,
  exists (
    select from webhook_endpoints p
    where p.disabled_at is null
      and exists (select from webhook_deliveries d where d.endpoint_id = p.id and d.status = 'waiting' and d.due_at <= now())
  ) as due
from event_feed e, webhook_feed w
