-- A new subscription of a home; it refuses (23505) a room or rate that is mapped already.
-- one
-- nullable: :remote_property_id, :room_type_id, :rate_plan_id
insert into webhook_subscriptions (property_id, provider, callback_url, event_mask, headers, request_params, send_data,
  is_active, remote_property_id, room_type_id, rate_plan_id)
values (:property_id, :provider, :callback_url, :event_mask, :headers, :request_params, :send_data,
  :is_active, :remote_property_id, :room_type_id, :rate_plan_id)
returning id, secret_version
