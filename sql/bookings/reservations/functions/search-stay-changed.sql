create or replace function search_stay_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array[new.id]);
  return null;
end $$;
