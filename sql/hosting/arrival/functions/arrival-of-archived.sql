-- An archived home loses its arrival, which nobody could delete any longer. A job removes the files.
create or replace function arrival_of_archived() returns trigger language plpgsql as $$
begin
  delete from arrivals where property_id = new.id;
  delete from arrival_pictures where property_id = new.id;
  return null;
end $$;
