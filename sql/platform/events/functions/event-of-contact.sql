create or replace function event_of_contact() returns trigger language plpgsql as $$
begin
  perform event_note_stay_once(r.id) from reservations r where r.contact_id = new.id;
  return null;
end $$;
