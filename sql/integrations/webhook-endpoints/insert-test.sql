-- A delivery that tests an endpoint, for its creator to send at once; no row while another test of the endpoint has no outcome yet.
-- optional
-- nullable: :owner_id, previous_secret
with made as (
  insert into webhook_deliveries (endpoint_id, attempts, due_at)
  select e.id, 1, 'infinity'
  from webhook_endpoints e
  where e.id = :id and e.owner_id is not distinct from :owner_id::bigint
    and not exists (
      select from webhook_deliveries d
      -- A node that was killed leaves its test behind.
      where d.endpoint_id = e.id and d.status = 'waiting' and d.due_at = 'infinity' and d.created_at > now() - interval '1 minute'
    )
  returning id, endpoint_id
)
select made.id, e.url, e.secret, case when e.rotated_at > now() - interval '24 hours' then e.previous_secret end as previous_secret
from made
join webhook_endpoints e on e.id = made.endpoint_id
