create or replace function search_stays_added() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array(select id from added));
  return null;
end $$;
