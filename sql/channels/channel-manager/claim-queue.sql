-- Claims a queue with days to send, unless its limit of calls is used up: half of the calls of a minute at once, and the other
-- half spread over the minute, so that no minute has more. Accounts take turns: the one that was served longest ago is next.
-- optional
with served as (
  select p.owner_id, max(c.claimed_until) as at
  from channel_queues c
  join channel_properties p using (remote_property_id)
  group by p.owner_id
)
update channel_queues q
set claim = q.claim + 1, claimed_until = now() + :lease_seconds * interval '1 second',
  paced_until = greatest(q.paced_until, now()) + :pause_seconds::double precision * interval '1 second'
where (q.remote_property_id, q.kind) in (
  select c.remote_property_id, c.kind
  from channel_queues c
  left join channel_properties p on p.remote_property_id = c.remote_property_id
  left join served on served.owner_id = p.owner_id
  where c.claimed_until <= now() and c.paused_until <= now()
    and c.paced_until <= now() + :burst_seconds::double precision * interval '1 second'
    and exists (
      select from channel_updates u
      join webhook_subscriptions s on s.id = u.subscription_id
      where s.remote_property_id = c.remote_property_id and u.kind = c.kind and u.due_at <= now()
        and not (isempty(u.days) and isempty(u.sending)))
  order by served.at nulls first, c.paced_until
  limit 1
  for update of c skip locked)
returning q.remote_property_id, q.kind, q.claim
