create or replace function event_of_receipt() returns trigger language plpgsql as $$
begin
  perform event_note_payment_once('payment.changed', new.payment_id, null);
  return null;
end $$;
