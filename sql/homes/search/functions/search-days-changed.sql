create or replace function search_days_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_days(array(select distinct property_id from changed));
  return null;
end $$;
