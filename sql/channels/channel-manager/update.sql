-- Writes a subscription, with a new secret where `rotate` asks for one.
-- one
-- nullable: :remote_property_id, :room_type_id, :rate_plan_id
update webhook_subscriptions
set provider = :provider, callback_url = :callback_url, event_mask = :event_mask, headers = :headers,
  request_params = :request_params, send_data = :send_data, is_active = :is_active,
  remote_property_id = :remote_property_id, room_type_id = :room_type_id, rate_plan_id = :rate_plan_id,
  secret_version = secret_version + :rotate::boolean::integer,
  rotated_at = case when :rotate::boolean then now() else rotated_at end,
  updated_at = now()
where id = :webhook_id
returning secret_version
