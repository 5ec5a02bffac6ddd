create or replace function search_nights_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_nights(array(select distinct property_id from changed));
  return null;
end $$;
