-- Subscriptions of a user's own homes, or all for the staff, newest first.
-- reads: properties: an owner sees the subscriptions of their own homes
-- not null: total
-- nullable: :property_id, :is_active, remote_property_id, room_type_id, rate_plan_id, registration_error
select s.id, s.property_id, s.provider, s.callback_url, s.event_mask, s.headers, s.request_params, s.send_data,
  s.is_active, s.remote_property_id, s.room_type_id, s.rate_plan_id, s.last_delivery_at, s.last_delivery_status,
  s.failure_count, s.registration, s.registration_error, s.created_at, s.updated_at, count(*) over () as total
from webhook_subscriptions s
join properties p on p.id = s.property_id
where (p.owner_id = :user_id or :is_staff::boolean)
  and (:property_id::uuid is null or s.property_id = :property_id)
  and (:is_active::boolean is null or s.is_active = :is_active)
order by s.created_at desc, s.id desc
limit :limit offset :offset
