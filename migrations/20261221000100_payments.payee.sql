-- migrate:up
-- The owner that an open payment is for: what is open is found for one owner, however much is open in the installation. No owner: it is of before
-- this migration, or of a stay that was given up. Payments that are open again get theirs. Writing to
-- payments waits while this fills: some four seconds for a million.
alter table payments add column payee_id bigint;

drop trigger payments_told_changed on payments;
create constraint trigger payments_told_changed after update on payments deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new),
    '{key,payer_id,payee_id,title,check_in,check_out,payable_until,rest_cents,rest_due_on,asked_at,reminders,disputed_at,updated_at}'))
  execute function event_of_money('{id,reservation_id,kind,amount_cents,currency,status,due_on,dispute_status,created_at}');

update payments m set payee_id = p.owner_id
from reservations r join properties p on p.id = r.property_id
where r.id = m.reservation_id and m.status in ('unpaid', 'processing', 'failed')
  and r.status in ('pending', 'confirmed', 'checked_in', 'completed');

create function payee_of_stay() returns trigger language plpgsql as $$
begin
  select p.owner_id into new.payee_id
  from reservations r join properties p on p.id = r.property_id
  where r.id = new.reservation_id and (tg_nargs = 0 or r.status = 'pending' or stay_takes_place(r.status));
  return new;
end $$;
create trigger payments_payee before insert or update of reservation_id on payments
  for each row execute function payee_of_stay();
create trigger payments_payee_later before update of status on payments
  for each row when (new.payee_id is null) execute function payee_of_stay();
create trigger payments_payee_open before update of payee_id on payments
  for each row execute function payee_of_stay('if open');

create function search_payees_again() returns trigger language plpgsql as $$
begin
  update payments set payee_id = null where reservation_id = new.id and payment_is_due(status);
  return null;
end $$;
create trigger reservations_payees after update of status on reservations for each row
  when (old.status not in ('pending', 'confirmed', 'checked_in', 'completed') and new.status in ('pending', 'confirmed', 'checked_in', 'completed'))
  execute function search_payees_again();

create function payment_is_for(payee_id bigint, owner_id bigint) returns boolean language sql immutable parallel safe
  return payee_id between coalesce(owner_id, 0) and coalesce(owner_id, 9223372036854775807);

create index payments_owed on payments (payee_id, reservation_id) include (kind, status, due_on)
  where status in ('unpaid', 'processing', 'failed') and kind in ('booking', 'balance', 'change');
drop index payments_due;

-- migrate:down
create index payments_due on payments (reservation_id)
  where status in ('unpaid', 'processing', 'failed') and kind in ('booking', 'balance', 'change');
drop index payments_owed;
drop trigger reservations_payees on reservations;
drop function search_payees_again();
drop trigger payments_payee_open on payments;
drop trigger payments_payee_later on payments;
drop trigger payments_payee on payments;
drop function payment_is_for(bigint, bigint);
drop function payee_of_stay();
drop trigger payments_told_changed on payments;
alter table payments drop column payee_id;
create constraint trigger payments_told_changed after update on payments deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new),
    '{key,payer_id,title,check_in,check_out,payable_until,rest_cents,rest_due_on,asked_at,reminders,disputed_at,updated_at}'))
  execute function event_of_money('{id,reservation_id,kind,amount_cents,currency,status,due_on,dispute_status,created_at}');
