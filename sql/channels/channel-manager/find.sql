-- A subscription with its home, and whether the version before its secret's is still valid.
-- reads: properties: a revision is read with the currency, the owner and the day of the home
-- optional
-- nullable: remote_property_id, room_type_id
-- not null: today, previous_holds
select s.id, s.property_id, s.provider, s.event_mask, s.is_active, s.remote_property_id, s.room_type_id,
  s.secret_version, coalesce(s.rotated_at > now() - interval '24 hours', false) as previous_holds,
  p.owner_id, p.currency, p.title as home,
  (now() at time zone p.timezone)::date as today
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.id = :webhook_id
