-- The rows are locked before other tables are read, here and below, so that of two transactions the second reads what the first
-- has written. Nights before yesterday (UTC) can no longer be sold in any time zone, and are left out.
create or replace function search_keep_nights(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set busy_from = current_date - 1,
    busy = night_bits(coalesce((
      select range_agg(stay) from occupancy where property_id = h.id and upper(stay) >= current_date), '{}'), current_date - 1)
  where id = any (homes);
end $$;
