-- Endpoints that have caught up: the next drop is a new one.
update webhook_endpoints e set dropping_since = null
where e.dropping_since is not null
  and not exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'waiting' offset :max_waiting / 2)
