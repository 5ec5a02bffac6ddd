-- migrate:up
-- Audit of actions: who did what (docs/design/accounts.md, "Audit"). A month of entries is a table, which is dropped as a whole.
create table audit_entries (
  id bigint generated always as identity,
  at timestamptz not null default now(),
  action text not null,
  object_id text not null,
  property_id uuid,
  -- To whose homes it belongs, and who reads it besides administrators.
  owner_id integer,
  -- Person who did it; null: the service itself, or an operator at its database. A number, which stays when the account is erased.
  actor_id integer,
  actor_role user_role,
  -- Changes by column, with the text before and after.
  data jsonb,
  address text,
  device text,
  primary key (id, at)
) partition by range (at);
create index audit_entries_owner on audit_entries (owner_id, id) where owner_id is not null;
create index audit_entries_actor on audit_entries (actor_id, id) where actor_id is not null;

-- Entries never change. An erasure takes names, address and data out of them, and nothing else.
create function audit_keep() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.data := null;
    old.address := null;
    old.device := null;
    if new is not distinct from old then return new; end if;
  end if;
  raise exception 'entries of the audit do not change' using errcode = 'insufficient_privilege';
end $$;
create trigger audit_entries_kept before update or delete on audit_entries for each row execute function audit_keep();
create trigger audit_entries_kept_whole before truncate on audit_entries for each statement execute function audit_keep();

-- Times are of UTC.
create function audit_of_month(month date) returns text language sql immutable return 'audit_entries_' || to_char(month, 'YYYYMM');

create function audit_add_months() returns void language plpgsql as $$
declare
  present constant date := date_trunc('month', now() at time zone 'UTC')::date;
  month date;
begin
  perform pg_advisory_xact_lock(hashtextextended('months of the audit', 0));
  foreach month in array array[present, (present + interval '1 month')::date] loop
    continue when to_regclass(audit_of_month(month)) is not null;
    execute format('create table %I partition of audit_entries for values from (%L) to (%L)', audit_of_month(month),
      month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
  end loop;
end $$;

-- Drops the oldest month if all of it is older than so many days. @returns how many it has dropped.
create function audit_drop_month(keep_days integer) returns integer language plpgsql as $$
declare oldest text;
begin
  select c.relname into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'audit_entries'::regclass
    and c.relname < audit_of_month(date_trunc('month', (now() at time zone 'UTC') - make_interval(days => keep_days))::date)
  order by c.relname limit 1;
  if oldest is null then return 0; end if;
  execute format('drop table %I', oldest);
  return 1;
end $$;

-- Writes an entry down, by whoever the transaction works for (src/platform/db/client.ts).
create function audit_note(action text, object_id text, property_id uuid, owner_id integer, data jsonb) returns void language plpgsql as $$
declare actor constant jsonb := nullif(current_setting('sejour.actor', true), '')::jsonb;
begin
  -- Housekeeping makes months before they begin; after a long pause nobody has.
  if to_regclass(audit_of_month(date_trunc('month', now() at time zone 'UTC')::date)) is null then
    perform audit_add_months();
  end if;
  insert into audit_entries (action, object_id, property_id, owner_id, actor_id, actor_role, data, address, device)
  values ($1, $2, $3, coalesce($4, (select p.owner_id from properties p where p.id = $3)), (actor ->> 'id')::integer,
    (actor ->> 'role')::user_role, $5, actor ->> 'address', actor ->> 'device');
end $$;

-- Notes a row that is written: its action (where that has no dot, with what happened to it), the columns that tell what changed, those of them that
-- are secrets, and the column that names the object.
create function audit_row() returns trigger language plpgsql as $$
declare
  before constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  after constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  subject constant jsonb := coalesce(after, before);
  secrets constant text[] := '{secret,calendar_token,sealed,texts,wifi}';
  changes jsonb;
  home uuid := (subject ->> 'property_id')::uuid;
begin
  select jsonb_object_agg(name, case when name = any (secrets) then '[]'::jsonb
    else jsonb_build_array(left(before ->> name, 500), left(after ->> name, 500)) end)
  into changes
  from unnest(tg_argv[1]::text[]) name
  where before -> name is distinct from after -> name;
  if changes is null then return null; end if;
  if tg_table_name = 'properties' then
    home := (subject ->> 'id')::uuid;
  elsif tg_table_name in ('refunds', 'receipts') then
    select r.property_id into home from payments p join reservations r on r.id = p.reservation_id where p.id = (subject ->> 'payment_id')::integer;
  elsif tg_table_name = 'supplements' then
    select r.property_id into home from reservations r where r.id = (subject ->> 'reservation_id')::integer;
  elsif tg_table_name = 'comment_moderations' then
    select c.property_id into home from comments c where c.id = (subject ->> 'comment_id')::integer;
  end if;
  perform audit_note(
    case when strpos(tg_argv[0], '.') > 0 then tg_argv[0]
      else tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed' else '.deleted' end end,
    subject ->> coalesce(tg_argv[2], 'id'), home, (subject ->> 'owner_id')::integer, changes);
  return null;
end $$;

create trigger properties_prices_audited after update on properties for each row execute function audit_row('property.prices',
  '{base_price_cents,weekend_price_cents,weekend_days,cleaning_fee_cents,extra_guest_fee_cents,included_guests,security_deposit_cents,deposit_percent,balance_due_days,cancellation_policy,currency,'
  'tax_per_adult_night_cents,tax_percent_hundredths,tax_cap_cents}');
create trigger properties_texts_audited after update on properties for each row execute function audit_row('property.texts', '{title,description,registration_number}');
create trigger properties_calendar_audited after update on properties for each row execute function audit_row('property.calendar_address', '{calendar_token}');
create trigger users_role_audited after update of role on users for each row execute function audit_row('account.role', '{role}');
create trigger users_factor_audited after update of second_factor_at on users for each row execute function audit_row('account.second_factor', '{second_factor_at}');
create trigger seasons_audited after insert or update or delete on seasons for each row execute function audit_row('season',
  '{label,start_date,end_date,reduction_hundredths,min_stay,max_stay,policy,status}');
create trigger tourist_tax_changes_audited after insert on tourist_tax_changes for each row execute function audit_row('city.tax',
  '{city_id,operator,after_per_adult_night_cents,after_percent_hundredths,after_cap_cents}', 'city_id');
create trigger refunds_audited after insert on refunds for each row when (new.source = 'api') execute function audit_row('payment.refund',
  '{amount_cents,reason}', 'payment_id');
create trigger supplements_audited after insert or delete on supplements for each row execute function audit_row('supplement', '{label,amount_cents}');
create trigger webhook_endpoints_audited after insert or update or delete on webhook_endpoints for each row execute function audit_row('webhook_endpoint',
  '{url,types,secret}');
create trigger api_keys_audited after insert or update of name, scopes, origins or delete on api_keys for each row execute function audit_row('api_key',
  '{name,kind,scopes,origins}');
create trigger policies_audited after insert or update or delete on policies for each row execute function audit_row('policy',
  '{type,locale,title,content,status}');
create trigger comment_moderations_audited after insert on comment_moderations for each row execute function audit_row('review.moderation',
  '{comment_id,is_hidden,reason}', 'comment_id');

-- One of the two whose conversation it is may be an owner.
create function audit_of_reading() returns trigger language plpgsql as $$
begin
  perform audit_note('conversation.read', new.report_id::text, null, (
    select u.id from conversation_reports r join conversations c on c.id = r.conversation_id join users u on u.id in (c.low_id, c.high_id)
    where r.id = new.report_id and u.role = 'owner' order by u.id limit 1), null);
  return null;
end $$;
create trigger conversation_readings_audited after insert on conversation_readings for each row execute function audit_of_reading();

-- Prices of days: one entry a home and statement. Days that have passed leave by themselves.
create function audit_of_days() returns trigger language plpgsql as $$
begin
  perform audit_note('calendar.prices', d.property_id::text, d.property_id, null,
    jsonb_build_object('days', jsonb_build_array(min(d.day), max(d.day)), 'price_cents', jsonb_build_array(min(d.price_cents), max(d.price_cents))))
  from changed d where d.day >= current_date group by d.property_id;
  return null;
end $$;
create trigger calendar_days_inserted_audited after insert on calendar_days
  referencing new table as changed for each statement execute function audit_of_days();
create trigger calendar_days_updated_audited after update on calendar_days
  referencing new table as changed for each statement execute function audit_of_days();
create trigger calendar_days_deleted_audited after delete on calendar_days
  referencing old table as changed for each statement execute function audit_of_days();

-- migrate:down
drop trigger calendar_days_inserted_audited on calendar_days;
drop trigger calendar_days_updated_audited on calendar_days;
drop trigger calendar_days_deleted_audited on calendar_days;
drop trigger conversation_readings_audited on conversation_readings;
drop trigger comment_moderations_audited on comment_moderations;
drop trigger policies_audited on policies;
drop trigger api_keys_audited on api_keys;
drop trigger webhook_endpoints_audited on webhook_endpoints;
drop trigger supplements_audited on supplements;
drop trigger refunds_audited on refunds;
drop trigger tourist_tax_changes_audited on tourist_tax_changes;
drop trigger seasons_audited on seasons;
drop trigger users_factor_audited on users;
drop trigger users_role_audited on users;
drop trigger properties_calendar_audited on properties;
drop trigger properties_texts_audited on properties;
drop trigger properties_prices_audited on properties;
drop function audit_of_days();
drop function audit_of_reading();
drop function audit_row();
drop function audit_note(text, text, uuid, integer, jsonb);
drop function audit_drop_month(integer);
drop function audit_add_months();
drop function audit_of_month(date);
drop table audit_entries;
drop function audit_keep();
