create or replace function search_homes_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_homes(array(select id from changed));
  return null;
end $$;
