-- Homes of the channel manager with a room that was not compared today, the day at the room, or that it has changed itself since
-- the last comparison, ten minutes ago or more.
-- reads: properties: a room is compared once on each day at the home
-- not null: remote_property_id
select s.remote_property_id
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.is_active and num_nonnulls(s.room_type_id, s.rate_plan_id) > 0
  and (s.compared_on is distinct from (now() at time zone p.timezone)::date
    or s.comparison_requested_at is not null and coalesce(s.compared_at < now() - interval '10 minutes', true))
group by s.remote_property_id
order by min(coalesce(s.compared_on, '-infinity')), s.remote_property_id
limit :limit
