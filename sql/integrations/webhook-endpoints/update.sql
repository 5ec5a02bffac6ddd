-- Changes an endpoint. One that is enabled again starts without failures.
-- nullable: :types, :description, :property_ids, :disabled_because
update webhook_endpoints
set url = :url, types = :types, description = :description, property_ids = :property_ids, include_guest = :include_guest, updated_at = now(),
  disabled_because = :disabled_because,
  disabled_at = case when :disabled_because::text is not null then coalesce(disabled_at, now()) end,
  failing_since = case when disabled_at is not null and :disabled_because::text is null then null else failing_since end
where id = :id
