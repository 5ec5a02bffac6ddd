create or replace function channel_mark_occupancy() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform channel_mark(old.property_id, datemultirange(old.stay), '{availability}');
  end if;
  if tg_op <> 'DELETE' then
    perform channel_mark(new.property_id, datemultirange(new.stay), '{availability}');
  end if;
  return null;
end $$;
