-- Marks days of a home for its rooms at the channel manager, and notifies nobody: the node that commits looks for them.
create or replace function channel_mark(home uuid, changed datemultirange, kinds channel_update_kind[]) returns void
language plpgsql as $$
declare
  ahead constant datemultirange := changed * datemultirange(daterange(current_date - 1, null));
begin
  if isempty(ahead) then return; end if;
  perform from properties where id = home for no key update;
  insert into channel_updates as u (subscription_id, kind, days)
  select s.id, k, ahead
  from webhook_subscriptions s
  cross join unnest(kinds) k
  where s.property_id = home and s.is_active and s.remote_property_id is not null
    and case k when 'availability' then s.room_type_id else s.rate_plan_id end is not null
  order by s.id, k
  on conflict (subscription_id, kind) do update set days = u.days + excluded.days;
end $$;
