-- Deletes a subscription of a user's own home, or any for the staff.
-- reads: properties: only the owner of the home and the staff delete a subscription
-- optional
-- nullable: remote_webhook_id
delete from webhook_subscriptions s using properties p
where s.id = :webhook_id and p.id = s.property_id and (p.owner_id = :user_id or :is_staff::boolean)
returning s.id, s.remote_webhook_id
