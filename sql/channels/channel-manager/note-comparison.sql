-- Notes that a room was compared; a request that came after the comparison began stays.
update webhook_subscriptions
set compared_on = :today, compared_at = :began_at,
  comparison_requested_at = case when comparison_requested_at > :began_at then comparison_requested_at end
where id = :subscription_id
