create or replace function search_keep_days(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set changed_from = coalesce((select min(day) from calendar_days where property_id = h.id), 'infinity'),
    changed_to = coalesce((select max(day) from calendar_days where property_id = h.id), '-infinity')
  where id = any (homes);
end $$;
