-- Locks an endpoint of an owner, or of all homes.
-- optional
-- nullable: :owner_id, types, description, disabled_because
select id, url, types, description, disabled_because, secret
from webhook_endpoints
where id = :id and owner_id is not distinct from :owner_id::integer
for update
