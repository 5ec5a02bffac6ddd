-- Counts the subscriptions of a home.
-- one
-- not null: count
select count(*) as count from webhook_subscriptions where property_id = :property_id
