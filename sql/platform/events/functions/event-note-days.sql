create or replace function event_note_days(home uuid, changed datemultirange) returns void language sql as $$
  insert into event_days as d (property_id, owner_id, days)
  select p.id, p.owner_id, ahead
  from properties p, (select changed * datemultirange(daterange(current_date - 1, current_date + 731)) as ahead) a
  where p.id = home and not isempty(ahead)
  on conflict (property_id) do update set days = d.days + excluded.days
$$;
