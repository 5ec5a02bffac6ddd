-- Tells whether the channel manager does not know the present state of a subscription.
-- one
-- not null: pending
select exists (select from webhook_subscriptions where id = :webhook_id and registration = 'pending') as pending
