create or replace function event_of_payment() returns trigger language plpgsql as $$
declare
  before constant payment_status := case tg_op when 'UPDATE' then old.status end;
  previous constant jsonb := jsonb_build_object('status', before);
begin
  if new.status = 'paid' and not coalesce(payment_is_made(before), false) then
    perform event_note_payment('payment.succeeded', new, previous);
  elsif new.status = 'failed' and before is distinct from 'failed' then
    perform event_note_payment('payment.failed', new, previous);
  end if;
  if tg_op = 'UPDATE' and new.dispute_status is distinct from old.dispute_status then
    perform event_note_payment('payment.disputed', new, jsonb_build_object('dispute_status', old.dispute_status));
  end if;
  return null;
end $$;
