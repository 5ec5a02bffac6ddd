-- Requests a comparison of the mapped rooms of a home there, and says of each whether its last comparison is ten minutes ago. No row
-- when nothing is mapped.
-- not null: is_due
update webhook_subscriptions
set comparison_requested_at = coalesce(comparison_requested_at, now())
where remote_property_id = :remote_property_id and is_active and num_nonnulls(room_type_id, rate_plan_id) > 0
returning coalesce(compared_at < now() - interval '10 minutes', true) as is_due
