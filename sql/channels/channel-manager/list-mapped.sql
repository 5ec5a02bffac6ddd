-- The mapped rooms of a home of the channel manager, the present day there, and the present time.
-- reads: properties: days are compared from today at the home on
-- nullable: room_type_id, rate_plan_id
-- not null: today, began_at
select s.id, s.property_id, s.room_type_id, s.rate_plan_id, (now() at time zone p.timezone)::date as today,
  now() as began_at
from webhook_subscriptions s
join properties p on p.id = s.property_id
where s.remote_property_id = :remote_property_id and s.is_active and num_nonnulls(s.room_type_id, s.rate_plan_id) > 0
order by s.id
