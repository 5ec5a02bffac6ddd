-- Ends a subscription that is gone at the provider, unless a later state is known or it has ended.
-- optional
update subscriptions set status = 'canceled', cancelled_at = coalesce(cancelled_at, now()), read_at = :read_at
where subscription_id = :subscription_id and read_at < :read_at and status <> 'canceled'
returning user_id
