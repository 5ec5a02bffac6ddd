-- Marks a subscription to be sent to the channel manager; no row when it neither knows it nor needs it.
-- optional
update webhook_subscriptions
set registration = 'pending', registration_error = null, registration_version = registration_version + 1
where id = :webhook_id
  and (remote_property_id is not null or remote_webhook_id is not null or registration = 'pending')
returning id
