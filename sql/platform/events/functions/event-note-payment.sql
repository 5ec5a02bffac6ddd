create or replace function event_note_payment(type text, payment payments, previous jsonb) returns void language sql as $$
  select event_note(type, (payment).id::text, r.property_id, (payment).payer_id, previous)
  from reservations r where r.id = (payment).reservation_id
$$;
