-- A subscription of a home, locked until the end of the transaction.
-- optional
select id, property_id, provider, callback_url, event_mask, headers, request_params, send_data, is_active,
  remote_property_id, room_type_id, rate_plan_id, secret_version
from webhook_subscriptions
where id = :webhook_id and property_id = :property_id
for update
