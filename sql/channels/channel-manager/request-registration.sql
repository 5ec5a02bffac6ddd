-- Notes that the channel manager has to be told of a subscription; none when it neither knows it nor has to.
-- optional
update webhook_subscriptions
set registration = 'pending', registration_error = null, registration_version = registration_version + 1
where id = :webhook_id
  and (remote_property_id is not null or remote_webhook_id is not null or registration = 'pending')
returning id
