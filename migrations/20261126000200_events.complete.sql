-- migrate:up
-- A copy that follows the events has every row as the lists show it (docs/integrations.md, "Complete"): what a row shows of other tables is
-- told too. Whatever a transaction does to a subject, one event that says no more than "changed" is enough, and none if it tells another.
create index event_facts_subject on event_facts (subject_id);
-- The stays of a home in the order in which they are listed to who copies them.
create index reservations_home on reservations (property_id, id);

create function event_note_once(type text, subject_id text, property_id uuid, person_id integer default null, previous jsonb default null)
returns void language sql as $$
  select event_note($1, $2, $3, $4, $5)
  where not exists (
    select from event_facts f
    where f.subject_id = $2 and split_part(f.type, '.', 1) = split_part($1, '.', 1) and f.xmin = pg_current_xact_id()::xid)
$$;

create function event_note_stay_once(stay integer) returns void language sql as $$
  select event_note_once('reservation.changed', r.id::text, r.property_id, r.guest_id) from reservations r where r.id = stay
$$;

create function event_note_payment_once(type text, payment integer, previous jsonb) returns void language sql as $$
  select event_note_once(type, p.id::text, r.property_id, p.payer_id, previous)
  from payments p join reservations r on r.id = p.reservation_id
  where p.id = payment
$$;

-- Kinds that pay a part of the price of a stay. src/money/payments/states.ts has the same (tests/stays/stays/states.test.ts).
create function payment_is_of_price(kind payment_kind) returns boolean language sql immutable parallel safe
  return kind <> 'supplement';

-- These run with the commit, when all that the transaction tells otherwise is there.
create function event_of_money() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform event_note_payment_once('payment.created', new.id, null);
  else
    perform event_note_payment_once('payment.changed', new.id, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  if payment_is_of_price(new.kind) then perform event_note_stay_once(new.reservation_id); end if;
  return null;
end $$;
create constraint trigger payments_told_created after insert on payments deferrable initially deferred
  for each row execute function event_of_money();
create constraint trigger payments_told_changed after update on payments deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new),
    '{key,payer_id,title,check_in,check_out,payable_until,rest_cents,rest_due_on,asked_at,reminders,disputed_at,updated_at}'))
  execute function event_of_money('{id,reservation_id,kind,amount_cents,currency,status,due_on,dispute_status,created_at}');

create function event_of_receipt() returns trigger language plpgsql as $$
begin
  perform event_note_payment_once('payment.changed', new.payment_id, null);
  return null;
end $$;
create constraint trigger receipts_told_changed after update on receipts deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{payment_intent_id,method_id,received_at}'))
  execute function event_of_receipt();

create function event_of_overbooking() returns trigger language plpgsql as $$
begin
  perform event_note_stay_once(coalesce(new.reservation_id, old.reservation_id));
  return null;
end $$;
create constraint trigger occupancy_told_overbooked after update on occupancy deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{property_id,stay,closure_id}')) execute function event_of_overbooking();

create function event_of_contact() returns trigger language plpgsql as $$
begin
  perform event_note_stay_once(r.id) from reservations r where r.contact_id = new.id;
  return null;
end $$;
create constraint trigger contacts_told after update on contacts deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{plain_name,departs_on}')) execute function event_of_contact();

-- A guest's name, picture and address stand in their stays, an owner's name and picture in their homes.
create function event_of_person() returns trigger language plpgsql as $$
begin
  perform event_note_stay_once(r.id) from reservations r where r.guest_id = new.id;
  perform event_note_once('property.updated', p.id::text, p.id) from properties p where p.owner_id = new.id;
  return null;
end $$;
create constraint trigger users_told after update on users deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{username,plain_name,job,location,phone_number,email_verified_at,password_hash,'
    'role,billing_company,billing_vat_number,billing_address,mail_key,token_version,updated_at,second_factor_at}'))
  execute function event_of_person();

-- The columns that `properties_told` ignores are worth one event of a transaction.
create function event_of_rating() returns trigger language plpgsql as $$
begin
  perform event_note_once('property.updated', new.id::text, new.id, null, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  return null;
end $$;
create constraint trigger properties_told_rated after update on properties deferrable initially deferred for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{calendar_token}'))
  execute function event_of_rating('{rating_average,rating_count,updated_at}');

-- Nights whose hold is over are shown as free before they are; who then pays after all has them again. Whoever pays in the last minute may
-- be seen to have paid after it.
create function event_of_hold() returns trigger language plpgsql as $$
begin
  perform event_note_days(new.property_id, datemultirange(daterange(new.check_in, new.check_out)));
  return null;
end $$;
create trigger reservations_told_held after update of hold_expires_at on reservations for each row
  when (old.hold_expires_at <= clock_timestamp() + interval '1 minute' and new.hold_expires_at is distinct from old.hold_expires_at)
  execute function event_of_hold();

-- migrate:down
drop trigger reservations_told_held on reservations;
drop trigger properties_told_rated on properties;
drop trigger users_told on users;
drop trigger contacts_told on contacts;
drop trigger occupancy_told_overbooked on occupancy;
drop trigger receipts_told_changed on receipts;
drop trigger payments_told_changed on payments;
drop trigger payments_told_created on payments;
drop function event_of_hold();
drop function event_of_rating();
drop function event_of_person();
drop function event_of_contact();
drop function event_of_overbooking();
drop function event_of_receipt();
drop function event_of_money();
drop function payment_is_of_price(payment_kind);
drop function event_note_payment_once(text, integer, jsonb);
drop function event_note_stay_once(integer);
drop function event_note_once(text, text, uuid, integer, jsonb);
drop index reservations_home;
drop index event_facts_subject;
