-- Records a delivery to the callback; null: it could not be reached.
-- nullable: :status
update webhook_subscriptions
set last_delivery_at = now(), last_delivery_status = :status,
  failure_count = case when :status::integer between 200 and 299 then 0 else failure_count + 1 end
where id = :webhook_id
