create or replace function search_seasons_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_seasons(array(select distinct property_id from changed));
  return null;
end $$;
