-- Deletes the subscriptions of homes.
-- nullable: remote_webhook_id
delete from webhook_subscriptions where property_id = any (:property_ids::uuid[]) returning remote_webhook_id
