create or replace function search_guest_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_stays(array(select id from reservations where guest_id = new.id));
  return null;
end $$;
