-- Counts the endpoints of an owner; null: those for all homes.
-- one
-- nullable: :owner_id
-- not null: count
select count(*)::integer as count from webhook_endpoints where owner_id is not distinct from :owner_id::bigint
