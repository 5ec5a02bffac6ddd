-- A delivery that tests an endpoint: whoever makes it tries it at once.
-- optional
-- nullable: :owner_id
with made as (
  insert into webhook_deliveries (endpoint_id, attempts, due_at)
  select id, 1, 'infinity' from webhook_endpoints where id = :id and owner_id is not distinct from :owner_id::integer
  returning id, endpoint_id
)
select made.id, e.url, e.secret from made join webhook_endpoints e on e.id = made.endpoint_id
