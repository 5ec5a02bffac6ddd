create or replace function event_note_payment_once(type text, payment bigint, previous jsonb) returns void language sql as $$
  select event_note_once(type, p.id::text, r.property_id, p.payer_id, previous)
  from payments p join reservations r on r.id = p.reservation_id
  where p.id = payment
$$;
