-- The active subscription that a home of the channel manager is mapped to, the earliest of several.
-- reads: properties: a revision is read with the currency, the owner and the day of the home
-- optional
-- nullable: room_type_id
-- not null: today, previous_holds, remote_property_id
select s.id, s.property_id, s.provider, s.event_mask, s.is_active, s.remote_property_id, s.room_type_id,
  s.secret_version, coalesce(s.rotated_at > now() - interval '24 hours', false) as previous_holds,
  p.owner_id, p.currency, p.title as home,
  (now() at time zone p.timezone)::date as today
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.remote_property_id = :remote_property_id and s.is_active
order by s.created_at, s.id
limit 1
