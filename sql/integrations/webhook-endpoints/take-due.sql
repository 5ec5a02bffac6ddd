-- Takes deliveries that are due, for a minute: some of each endpoint that is not busy, and one of each that is failing and has none under
-- way. Endpoints come in any order, so that none waits behind one that always has more.
-- not null: is_failing
-- nullable: position, event_at, previous_secret
with due as (
  (
    select d.id, false as is_failing
    from (select id from webhook_endpoints where disabled_at is null and failing_since is null and id <> all (:busy::uuid[]) order by random()) e
    cross join lateral (
      select w.id from webhook_deliveries w
      where w.endpoint_id = e.id and w.status = 'waiting' and w.due_at <= now()
      order by w.due_at
      limit :each
      for update skip locked
    ) d
    limit :limit
  )
  union all
  (
    select d.id, true
    from (select id from webhook_endpoints where disabled_at is null and failing_since is not null and id <> all (:under_way::uuid[]) order by random()) e
    cross join lateral (
      select w.id from webhook_deliveries w
      where w.endpoint_id = e.id and w.status = 'waiting' and w.due_at <= now()
      order by w.due_at
      limit 1
      for update skip locked
    ) d
    limit :failing_limit
  )
), taken as (
  update webhook_deliveries d set attempts = d.attempts + 1, due_at = now() + interval '1 minute'
  from due where d.id = due.id
  returning d.id, d.endpoint_id, d.position, d.event_at, d.attempts, due.is_failing
)
select t.id, t.endpoint_id, t.attempts, t.is_failing, t.position, t.event_at, w.url, w.include_guest, w.secret,
  case when w.rotated_at > now() - interval '24 hours' then w.previous_secret end as previous_secret
from taken t
join webhook_endpoints w on w.id = t.endpoint_id
order by t.id
