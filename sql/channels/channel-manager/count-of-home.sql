-- How many subscriptions a home has.
-- one
-- not null: count
select count(*) as count from webhook_subscriptions where property_id = :property_id
