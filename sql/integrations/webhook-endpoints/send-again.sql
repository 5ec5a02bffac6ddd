-- Restarts a finished delivery, with all its tries; not while its event waits in another one. The caller has locked the endpoint.
-- optional
update webhook_deliveries d set status = 'waiting', attempts = 0, due_at = now()
where d.id = :id and d.endpoint_id = :endpoint_id and d.status <> 'waiting' and d.position is not null
  and not exists (
    select from webhook_deliveries o where o.endpoint_id = d.endpoint_id and o.position = d.position and o.status = 'waiting'
  )
returning d.id
