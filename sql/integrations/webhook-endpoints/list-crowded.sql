-- Endpoints with more deliveries waiting than there may be.
select e.id from webhook_endpoints e
where e.disabled_at is null
  and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'waiting' offset :max_waiting)
