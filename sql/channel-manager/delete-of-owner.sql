-- Deletes the subscriptions of an owner's homes.
-- nullable: remote_webhook_id
delete from webhook_subscriptions s using properties p
where p.id = s.property_id and p.owner_id = :user_id
returning s.remote_webhook_id
