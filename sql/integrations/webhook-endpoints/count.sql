-- How many endpoints an owner has; null: how many are for all homes.
-- one
-- nullable: :owner_id
-- not null: count
select count(*)::integer as count from webhook_endpoints where owner_id is not distinct from :owner_id::bigint
