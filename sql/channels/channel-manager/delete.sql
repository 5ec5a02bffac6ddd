-- Deletes a subscription of a user's own home, or any for the staff.
-- optional
-- nullable: remote_webhook_id
delete from webhook_subscriptions s using properties p
where s.id = :webhook_id and p.id = s.property_id and (p.owner_id = :user_id or :is_staff::boolean)
returning s.id, s.remote_webhook_id
