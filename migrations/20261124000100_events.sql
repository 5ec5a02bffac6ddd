-- migrate:up
-- Changes of homes and stays, for programs of their owners (docs/integrations.md, "Events"). A fact is noted by the transaction that makes it. When
-- that has committed, it becomes an event with a position, and with its subject as it is then.
create table event_facts (
  id bigint generated always as identity primary key,
  type text not null,
  subject_id text not null,
  property_id uuid,
  -- Reader of the event.
  owner_id integer not null,
  -- Person whose name or words the subject contains.
  person_id integer,
  actor actor,
  actor_id integer,
  -- Changed fields, as they were before.
  previous jsonb,
  -- Changed days of a calendar.
  days daterange,
  created_at timestamptz not null default now()
);
create trigger event_facts_checked before insert on event_facts
  for each statement execute function refuse_until_checked();

-- Days of a home that have changed since the last event that told its calendar.
create table event_days (
  property_id uuid primary key references properties on delete cascade,
  owner_id integer not null,
  days datemultirange not null
);

-- The only row is the lock of whoever gives positions.
create table event_feed (
  singleton boolean primary key default true check (singleton),
  -- The last position that was given.
  position bigint not null default 0,
  -- The first position that is still kept.
  kept_from bigint not null default 1,
  -- That of the installation: positions of another one may stand for other events.
  epoch integer not null
);
insert into event_feed (epoch) select coalesce((select epoch from installation), 1);

create table events (
  position bigint not null,
  id bigint not null,
  type text not null,
  subject_id text not null,
  owner_id integer not null,
  property_id uuid,
  person_id integer,
  actor actor,
  actor_id integer,
  data jsonb,
  previous jsonb,
  created_at timestamptz not null,
  -- When its position was given.
  at timestamptz not null,
  primary key (position, at)
) partition by range (at);
create index events_owner on events (owner_id, position);
create index events_person on events (person_id) where person_id is not null;

-- A day of events is a table, which is dropped as a whole. Times are of UTC.
create function events_of_day(day date) returns text language sql immutable
  return 'events_' || to_char(day, 'YYYYMMDD');

create function events_add_days() returns void language plpgsql as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  day date;
begin
  foreach day in array array[today, today + 1] loop
    continue when to_regclass(events_of_day(day)) is not null;
    execute format('create table %I partition of events for values from (%L) to (%L)', events_of_day(day),
      day::timestamp at time zone 'UTC', (day + 1)::timestamp at time zone 'UTC');
  end loop;
end $$;

-- Drops the oldest day if it is older than so many days. @returns how many days it has dropped.
create function events_drop_day(keep_days integer) returns integer language plpgsql as $$
declare
  oldest text;
  last_position bigint;
begin
  select c.relname into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'events'::regclass and c.relname < events_of_day((now() at time zone 'UTC')::date - keep_days)
  order by c.relname limit 1;
  if oldest is null then return 0; end if;
  execute format('select max(position) from %I', oldest) into last_position;
  update event_feed set kept_from = greatest(kept_from, coalesce(last_position, 0) + 1);
  execute format('drop table %I', oldest);
  return 1;
end $$;

create function event_note(
  type text, subject_id text, property_id uuid, person_id integer default null, previous jsonb default null,
  actor actor default null, actor_id integer default null, owner_id integer default null
) returns void language sql as $$
  insert into event_facts (type, subject_id, property_id, person_id, previous, actor, actor_id, owner_id)
  values ($1, $2, $3, $4, $5, $6, $7, coalesce($8, (select p.owner_id from properties p where p.id = $3)))
$$;

-- Every transition of a stay has an entry in its history.
create function event_of_transition() returns trigger language plpgsql as $$
declare
  stay reservations;
  moved constant text := 'reservation.' || case new.to_status when 'pending' then 'held' else new.to_status::text end;
begin
  select * into stay from reservations where id = new.reservation_id;
  if new.from_status is null then
    perform event_note('reservation.created', stay.id::text, stay.property_id, stay.guest_id, null, new.actor, new.actor_id);
    if new.to_status = 'inquiry' then return null; end if;
  end if;
  perform event_note(moved, stay.id::text, stay.property_id, stay.guest_id,
    case when new.from_status is not null then jsonb_build_object('status', new.from_status) end, new.actor, new.actor_id);
  return null;
end $$;
create trigger reservation_events_told after insert on reservation_events
  for each row execute function event_of_transition();

-- Whether a row differs, apart from some columns. Triggers name the columns that they ignore: a change of a new column is an event
-- (docs/integrations.md, "Columns").
create function event_differs(before jsonb, after jsonb, ignored text[]) returns boolean language sql immutable
  return before - ignored is distinct from after - ignored;

-- The changed columns of a row with their previous values, of those that the subject has as fields: triggers name them as their argument. Amounts
-- are in major units, as the API has them.
create function event_difference(before jsonb, after jsonb, columns text[]) returns jsonb language sql immutable as $$
  select jsonb_object_agg(
    regexp_replace(name, '_cents$', ''),
    case when name like '%\_cents' and jsonb_typeof(before -> name) = 'number'
      then to_jsonb(round((before ->> name)::numeric / 100, 2)) else before -> name end)
  from unnest(columns) name
  where before -> name is distinct from after -> name
$$;

create function event_of_stay() returns trigger language plpgsql as $$
begin
  perform event_note('reservation.changed', new.id::text, new.property_id, new.guest_id,
    event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  return null;
end $$;
-- Its history tells its status, and the payment that is created tells of the balance.
create trigger reservations_told after update on reservations for each row
  when (event_differs(to_jsonb(old), to_jsonb(new),
    '{quote_id,quote,status,cancelled_by,cancelled_at,message,balance_made,hold_expires_at,arrival_access,link_version,shares_code,updated_at}'))
  execute function event_of_stay('{id,property_id,guest_id,check_in,check_out,adults,children,infants,source,ota_name,ota_reservation_code,'
    'total_cents,currency,labels,expected_arrival,remarks,commission_cents,collected_by,continues,created_at}');

create function event_note_payment(type text, payment payments, previous jsonb) returns void language sql as $$
  select event_note(type, (payment).id::text, r.property_id, (payment).payer_id, previous)
  from reservations r where r.id = (payment).reservation_id
$$;

create function event_of_payment() returns trigger language plpgsql as $$
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
create trigger payments_told after insert or update of status, dispute_status on payments
  for each row execute function event_of_payment();

-- A refund that succeeds, or fails after it had succeeded.
create function event_of_refund() returns trigger language plpgsql as $$
declare before constant refund_status := case tg_op when 'UPDATE' then old.status end;
begin
  if (new.status = 'succeeded') is distinct from coalesce(before = 'succeeded', false) then
    perform event_note_payment('payment.refunded', p, null) from payments p where p.id = new.payment_id;
  end if;
  return null;
end $$;
create trigger refunds_told after insert or update of status on refunds
  for each row execute function event_of_refund();

create function event_of_invoice() returns trigger language plpgsql as $$
begin
  perform event_note('invoice.issued', new.number, r.property_id, r.guest_id) from reservations r where r.id = new.reservation_id;
  return null;
end $$;
create trigger invoices_told after insert on invoices for each row execute function event_of_invoice();

-- Both people of a conversation may be owners.
create function event_of_message() returns trigger language plpgsql as $$
begin
  perform event_note('message.created', new.id::text, new.property_id, new.sender_id, null,
    case when exists (select from properties p where p.owner_id = new.sender_id) then 'owner' else 'guest' end::actor, new.sender_id, person)
  from unnest(array[new.sender_id, new.receiver_id]) person
  where exists (select from properties p where p.owner_id = person);
  return null;
end $$;
create trigger messages_told after insert on messages for each row execute function event_of_message();

create function event_of_review() returns trigger language plpgsql as $$
begin
  perform event_note('review.created', new.id::text, new.property_id, new.author_id, null, 'guest', new.author_id);
  return null;
end $$;
create trigger comments_told after insert on comments for each row execute function event_of_review();

create function event_note_days(home uuid, changed datemultirange) returns void language sql as $$
  insert into event_days as d (property_id, owner_id, days)
  select p.id, p.owner_id, ahead
  from properties p, (select changed * datemultirange(daterange(current_date - 1, current_date + 731)) as ahead) a
  where p.id = home and not isempty(ahead)
  on conflict (property_id) do update set days = d.days + excluded.days
$$;

create function event_of_home() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform event_note('property.created', new.id::text, new.id);
  else
    perform event_note(case when new.status = 'archived' and old.status <> 'archived' then 'property.archived' else 'property.updated' end,
      new.id::text, new.id, null, event_difference(to_jsonb(old), to_jsonb(new), tg_argv[0]::text[]));
  end if;
  return null;
end $$;
create trigger properties_told_inserted after insert on properties for each row execute function event_of_home();
-- Ratings and times are told with the commit (migrations/20261126000200_events.complete.sql).
create trigger properties_told after update on properties for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{calendar_token,rating_average,rating_count,updated_at}'))
  execute function event_of_home('{id,status,title,description,property_type,room_type,country_id,city_id,neighborhood_id,address,latitude,'
    'longitude,timezone,currency,max_guests,included_guests,bedrooms,beds,bathrooms,amenities,base_price_cents,weekend_price_cents,weekend_days,'
    'cleaning_fee_cents,extra_guest_fee_cents,security_deposit_cents,deposit_percent,balance_due_days,min_stay,max_stay,lead_time_days,'
    'booking_window_days,instant_book,cancellation_policy,check_in_time,check_out_time,owner_days,registration_number,seller_id,created_at}');

-- A column that is not ignored here may change the price or the rules of a night.
create function event_of_prices() returns trigger language plpgsql as $$
begin
  perform event_note_days(new.id, datemultirange(daterange(current_date - 1, null)));
  return null;
end $$;
create trigger properties_told_priced after update on properties for each row
  when (event_differs(to_jsonb(old), to_jsonb(new), '{owner_id,status,title,description,property_type,room_type,country_id,city_id,'
    'neighborhood_id,address,latitude,longitude,public_latitude,public_longitude,max_guests,included_guests,bedrooms,beds,bathrooms,amenities,'
    'security_deposit_cents,deposit_percent,balance_due_days,lead_time_days,booking_window_days,instant_book,cancellation_policy,check_in_time,'
    'check_out_time,owner_days,registration_number,seller_id,'
    'tax_per_adult_night_cents,tax_percent_hundredths,tax_cap_cents,rating_average,rating_count,calendar_token,updated_at}'))
  execute function event_of_prices();

create function event_of_photos() returns trigger language plpgsql as $$
begin
  perform event_note('property.updated', p.id::text, p.id)
  from properties p where p.id in (select property_id from changed);
  return null;
end $$;
create trigger property_photos_told_inserted after insert on property_photos
  referencing new table as changed for each statement execute function event_of_photos();
create trigger property_photos_told_updated after update on property_photos
  referencing new table as changed for each statement execute function event_of_photos();
create trigger property_photos_told_deleted after delete on property_photos
  referencing old table as changed for each statement execute function event_of_photos();

create function event_of_nights() returns trigger language plpgsql as $$
begin
  perform event_note_days(property_id, range_agg(stay)) from changed group by property_id order by property_id;
  return null;
end $$;
create trigger occupancy_told_inserted after insert on occupancy
  referencing new table as changed for each statement execute function event_of_nights();
create trigger occupancy_told_left after update on occupancy
  referencing old table as changed for each statement execute function event_of_nights();
create trigger occupancy_told_updated after update on occupancy
  referencing new table as changed for each statement execute function event_of_nights();
create trigger occupancy_told_deleted after delete on occupancy
  referencing old table as changed for each statement execute function event_of_nights();

create function event_of_days() returns trigger language plpgsql as $$
begin
  perform event_note_days(property_id, range_agg(daterange(day, day, '[]'))) from changed group by property_id order by property_id;
  return null;
end $$;
create trigger calendar_days_told_inserted after insert on calendar_days
  referencing new table as changed for each statement execute function event_of_days();
create trigger calendar_days_told_updated after update on calendar_days
  referencing new table as changed for each statement execute function event_of_days();
create trigger calendar_days_told_deleted after delete on calendar_days
  referencing old table as changed for each statement execute function event_of_days();

create function event_of_seasons() returns trigger language plpgsql as $$
begin
  perform event_note_days(property_id, range_agg(daterange(start_date, end_date, '[]'))) from changed group by property_id order by property_id;
  return null;
end $$;
create trigger seasons_told_inserted after insert on seasons
  referencing new table as changed for each statement execute function event_of_seasons();
create trigger seasons_told_left after update on seasons
  referencing old table as changed for each statement execute function event_of_seasons();
create trigger seasons_told_updated after update on seasons
  referencing new table as changed for each statement execute function event_of_seasons();
create trigger seasons_told_deleted after delete on seasons
  referencing old table as changed for each statement execute function event_of_seasons();

-- migrate:down
drop trigger reservation_events_told on reservation_events;
drop trigger reservations_told on reservations;
drop trigger payments_told on payments;
drop trigger refunds_told on refunds;
drop trigger invoices_told on invoices;
drop trigger messages_told on messages;
drop trigger comments_told on comments;
drop trigger properties_told_inserted on properties;
drop trigger properties_told on properties;
drop trigger properties_told_priced on properties;
drop trigger property_photos_told_inserted on property_photos;
drop trigger property_photos_told_updated on property_photos;
drop trigger property_photos_told_deleted on property_photos;
drop trigger occupancy_told_inserted on occupancy;
drop trigger occupancy_told_left on occupancy;
drop trigger occupancy_told_updated on occupancy;
drop trigger occupancy_told_deleted on occupancy;
drop trigger calendar_days_told_inserted on calendar_days;
drop trigger calendar_days_told_updated on calendar_days;
drop trigger calendar_days_told_deleted on calendar_days;
drop trigger seasons_told_inserted on seasons;
drop trigger seasons_told_left on seasons;
drop trigger seasons_told_updated on seasons;
drop trigger seasons_told_deleted on seasons;
drop function event_of_seasons();
drop function event_of_days();
drop function event_of_nights();
drop function event_of_photos();
drop function event_of_prices();
drop function event_of_home();
drop function event_of_review();
drop function event_of_message();
drop function event_of_invoice();
drop function event_of_refund();
drop function event_of_payment();
drop function event_of_stay();
drop function event_of_transition();
drop function event_note_days(uuid, datemultirange);
drop function event_note_payment(text, payments, jsonb);
drop function event_difference(jsonb, jsonb, text[]);
drop function event_differs(jsonb, jsonb, text[]);
drop function event_note(text, text, uuid, integer, jsonb, actor, integer, integer);
drop function events_drop_day(integer);
drop function events_add_days();
drop function events_of_day(date);
drop table events;
drop table event_feed;
drop table event_days;
drop table event_facts;
