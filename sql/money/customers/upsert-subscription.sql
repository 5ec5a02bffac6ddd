-- Keeps a subscription as it was read at the provider, unless a later state is known; a cancelled one stays cancelled.
-- `was_status`: what was known before.
-- optional
-- nullable: :price_id, :current_period_end, :cancelled_at, was_status
-- not null: user_id
with before as (
  select status from subscriptions where subscription_id = :subscription_id
), kept as (
  insert into subscriptions as s (subscription_id, user_id, price_id, status, current_period_end, cancel_at_period_end,
    cancelled_at, started_at, read_at)
  select :subscription_id, :user_id, :price_id, :status, :current_period_end, :cancel_at_period_end, :cancelled_at,
    :started_at, :read_at
  on conflict (subscription_id) do update set price_id = excluded.price_id, status = excluded.status,
    current_period_end = excluded.current_period_end, cancel_at_period_end = excluded.cancel_at_period_end,
    cancelled_at = excluded.cancelled_at, read_at = excluded.read_at
  where s.read_at < excluded.read_at and s.status <> 'canceled'
  returning user_id, status
)
select kept.user_id, kept.status, (select status from before) as was_status from kept
