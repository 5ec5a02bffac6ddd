-- Deletes an endpoint of an owner, or of all homes, with its deliveries.
-- optional
-- nullable: :owner_id
delete from webhook_endpoints where id = :id and owner_id is not distinct from :owner_id::bigint returning id
