-- These run with the commit, when all that the transaction tells otherwise is there.
create or replace function event_of_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform event_note_payment_once('payment.created', new.id, null);
  else
    perform event_note_payment_once('payment.changed', new.id, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  if payment_is_of_price(new.kind) then perform event_note_stay_once(new.reservation_id); end if;
  return null;
end $$;
