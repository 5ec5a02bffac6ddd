-- A refund that succeeds, or fails after it had succeeded.
create or replace function event_of_refund() returns trigger language plpgsql as $$
declare before constant refund_status := case tg_op when 'UPDATE' then old.status end;
begin
  if (new.status = 'succeeded') is distinct from coalesce(before = 'succeeded', false) then
    perform event_note_payment('payment.refunded', p, null) from payments p where p.id = new.payment_id;
  end if;
  return null;
end $$;
