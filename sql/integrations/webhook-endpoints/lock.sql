-- Locks an endpoint of an owner, or of all homes.
-- optional
-- nullable: :owner_id, types, description, disabled_because, property_ids
select id, url, types, description, disabled_because, secret, property_ids, include_guest
from webhook_endpoints
where id = :id and owner_id is not distinct from :owner_id::bigint
for update
