-- Tells whether there are deliveries that are due.
-- one
-- not null: due
select exists (
  select from webhook_endpoints p
  where p.disabled_at is null
    and exists (select from webhook_deliveries d where d.endpoint_id = p.id and d.status = 'waiting' and d.due_at <= now())
) as due
