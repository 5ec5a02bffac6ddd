-- Homes of the channel manager that somebody has mapped.
-- not null: remote_property_id
select distinct remote_property_id from webhook_subscriptions where is_active and remote_property_id is not null
order by remote_property_id
