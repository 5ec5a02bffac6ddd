create or replace function event_of_invoice() returns trigger language plpgsql as $$
begin
  perform event_note('invoice.issued', new.number, r.property_id, r.guest_id) from reservations r where r.id = new.reservation_id;
  return null;
end $$;
