create or replace function channel_mark_seasons() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform channel_mark(old.property_id, datemultirange(daterange(old.start_date, old.end_date, '[]')), '{restrictions}');
  end if;
  if tg_op <> 'DELETE' then
    perform channel_mark(new.property_id, datemultirange(daterange(new.start_date, new.end_date, '[]')), '{restrictions}');
  end if;
  return null;
end $$;
