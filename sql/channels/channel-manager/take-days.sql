-- Takes the days of a queue that are to be sent: those of all rooms at once, or else of one that was refused before.
-- nullable: room_type_id, rate_plan_id
-- not null: days
with due as (
  select u.subscription_id, u.kind, u.is_refused, u.due_at
  from channel_updates u
  join webhook_subscriptions s on s.id = u.subscription_id
  where s.remote_property_id = :remote_property_id and u.kind = :kind and u.due_at <= now()
    and not (isempty(u.days) and isempty(u.sending))
  order by u.subscription_id
  for update of u
), chosen as (
  select subscription_id, kind from due where not is_refused
  union all
  (select subscription_id, kind from due
  where is_refused and not exists (select from due where not is_refused)
  order by due_at limit 1)
)
update channel_updates u
set sending = u.sending + u.days, days = '{}'
from chosen c
join webhook_subscriptions s on s.id = c.subscription_id
where u.subscription_id = c.subscription_id and u.kind = c.kind
returning u.subscription_id, s.property_id, s.room_type_id, s.rate_plan_id, u.sending::text as days
