create or replace function search_keep_seasons(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set season_from = coalesce((select min(start_date) from seasons where property_id = h.id and status = 'active'), 'infinity'),
    season_to = coalesce((select max(end_date) from seasons where property_id = h.id and status = 'active'), '-infinity')
  where id = any (homes);
end $$;
