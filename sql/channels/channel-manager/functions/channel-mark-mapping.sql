-- A room that is mapped anew, or active again, is sent whole. Nothing is sent for a room or rate that is no longer mapped.
create or replace function channel_mark_mapping() returns trigger language plpgsql as $$
begin
  delete from channel_updates
  where subscription_id = new.id and (not new.is_active or new.remote_property_id is null
    or case kind when 'availability' then new.room_type_id else new.rate_plan_id end is null);
  insert into channel_queues (remote_property_id, kind)
  select new.remote_property_id, k from unnest('{availability,restrictions}'::channel_update_kind[]) k
  where new.remote_property_id is not null
  on conflict do nothing;
  perform channel_mark(new.property_id, datemultirange(daterange(current_date - 1, null)), '{availability,restrictions}');
  return null;
end $$;
