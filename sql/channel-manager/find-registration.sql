-- What the channel manager is to know of a subscription.
-- optional
-- nullable: remote_property_id, remote_webhook_id
select id, callback_url, event_mask, headers, request_params, send_data, is_active, remote_property_id, remote_webhook_id,
  secret_version
from webhook_subscriptions where id = :webhook_id
