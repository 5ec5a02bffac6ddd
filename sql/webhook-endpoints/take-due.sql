-- Takes deliveries that are due, some of each endpoint that is not busy, for a minute.
-- nullable: event_type, subject_id, property_id, owner_id, actor, actor_id, data, previous, event_created_at, event_id, previous_secret
with due as (
  select d.id
  from webhook_endpoints e
  cross join lateral (
    select w.id from webhook_deliveries w
    where w.endpoint_id = e.id and w.status = 'waiting' and w.due_at <= now()
    order by w.due_at
    limit :each
    for update skip locked
  ) d
  where e.disabled_at is null and e.id <> all (:busy::uuid[])
  limit :limit
), taken as (
  update webhook_deliveries d set attempts = d.attempts + 1, due_at = now() + interval '1 minute'
  from due where d.id = due.id
  returning d.id, d.endpoint_id, d.position, d.event_at, d.attempts
)
select t.id, t.endpoint_id, t.attempts, w.url, w.secret,
  case when w.rotated_at > now() - interval '24 hours' then w.previous_secret end as previous_secret,
  e.id as event_id, e.type as event_type, e.subject_id, e.property_id, e.owner_id, e.actor, e.actor_id, e.data, e.previous,
  e.created_at as event_created_at
from taken t
join webhook_endpoints w on w.id = t.endpoint_id
left join events e on e.position = t.position and e.at = t.event_at
order by t.id
