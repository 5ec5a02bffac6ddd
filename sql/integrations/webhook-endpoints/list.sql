-- The endpoints of an owner, or of all homes, the latest first; one of them where an id is given.
-- nullable: :owner_id, :id
-- nullable: types, description, property_ids, disabled_at, disabled_because, failing_since, rotated_at
-- not null: total, waiting, same_url
select e.id, e.url, e.types, e.description, e.property_ids, e.include_guest, e.disabled_at, e.disabled_because, e.failing_since, e.dropped, e.rotated_at,
  e.created_at, e.updated_at,
  (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.status = 'waiting') as waiting,
  array(
    select o.id from webhook_endpoints o
    where o.owner_id is not distinct from e.owner_id and o.url = e.url and o.id <> e.id order by o.id
  ) as same_url,
  count(*) over () as total
from webhook_endpoints e
where e.owner_id is not distinct from :owner_id::bigint and e.id = coalesce(:id, e.id)
order by e.id desc
limit :limit offset :offset
