-- A guest's name, picture and address stand in their stays, an owner's name and picture in their homes.
create or replace function event_of_person() returns trigger language plpgsql as $$
begin
  perform event_note_stay_once(r.id) from reservations r where r.guest_id = new.id;
  perform event_note_once('property.updated', p.id::text, p.id) from properties p where p.owner_id = new.id;
  return null;
end $$;
