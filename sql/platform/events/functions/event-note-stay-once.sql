create or replace function event_note_stay_once(stay bigint) returns void language sql as $$
  select event_note_once('reservation.changed', r.id::text, r.property_id, r.guest_id) from reservations r where r.id = stay
$$;
