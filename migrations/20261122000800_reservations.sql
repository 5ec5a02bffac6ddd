-- migrate:up
create type reservation_status as enum
  ('inquiry', 'pending', 'confirmed', 'declined', 'expired', 'cancelled', 'checked_in', 'completed', 'no_show');
create type actor as enum ('guest', 'owner', 'channel', 'support', 'system');

-- A priced stay as it was shown. A reservation copies it, so later price changes do not affect it.
create table quotes (
  id uuid primary key default uuid_v7(),
  property_id uuid not null references properties,
  check_in date not null,
  check_out date not null,
  adults integer not null,
  children integer not null,
  infants integer not null,
  body jsonb not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index quotes_expiry on quotes (expires_at);

-- Guests of bookings from other platforms, who have no account.
create table contacts (
  id integer generated always as identity primary key,
  name text not null,
  email text,
  phone text,
  country_id text references countries,
  created_at timestamptz not null default now()
);

create table reservations (
  id integer generated always as identity primary key,
  property_id uuid not null references properties,
  -- The guest is an account or a contact.
  guest_id integer references users,
  contact_id integer references contacts,
  quote_id uuid unique,
  check_in date not null,
  check_out date not null,
  adults integer not null check (adults >= 1),
  children integer not null default 0 check (children >= 0),
  infants integer not null default 0 check (infants >= 0),
  status reservation_status not null,
  cancelled_by actor,
  cancelled_at timestamptz,
  message text,
  quote jsonb not null,
  total_cents bigint not null check (total_cents >= 0),
  due_now_cents bigint not null check (due_now_cents >= 0),
  currency text not null,
  hold_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (check_in < check_out),
  constraint reservations_one_guest check (num_nonnulls(guest_id, contact_id) = 1),
  check ((status in ('pending', 'inquiry')) = (hold_expires_at is not null))
);
create index reservations_guest on reservations (guest_id, created_at desc, id);
create index reservations_property on reservations (property_id, check_in);
create index reservations_stale on reservations (hold_expires_at) where hold_expires_at is not null;

-- Every transition of a reservation, written in the same transaction.
create table reservation_events (
  id bigint generated always as identity primary key,
  reservation_id integer not null references reservations,
  actor actor not null,
  actor_id integer references users,
  from_status reservation_status,
  to_status reservation_status not null,
  reason text,
  at timestamptz not null default now()
);
create index reservation_events_reservation on reservation_events (reservation_id, id);

-- Which nights are taken. Stays exclude stays and closures. Closures may overlap closures: the first constraint
-- applies to stays only, and `kind with <>` excludes only rows of different kinds.
create type occupancy_kind as enum ('stay', 'closure');
create table occupancy (
  id bigint generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  kind occupancy_kind not null,
  stay daterange not null check (not isempty(stay)),
  reservation_id integer unique references reservations,
  closure_id integer unique references closures on delete cascade,
  -- Sold by a channel although the nights were taken: stored, exempt from the constraints, and reported.
  overbooked boolean not null default false,
  check (num_nonnulls(reservation_id, closure_id) = 1),
  check ((kind = 'stay') = (reservation_id is not null)),
  constraint occupancy_stays_exclude_stays
    exclude using gist (property_id with =, stay with &&) where (kind = 'stay' and not overbooked),
  constraint occupancy_stays_exclude_closures
    exclude using gist (property_id with =, stay with &&, kind with <>) where (not overbooked)
);
create index occupancy_property on occupancy (property_id);

-- Past nights cannot be sold again, so `busy` leaves them out and stays small. Yesterday in UTC is the earliest day
-- that is still today in some time zone.
create function occupancy_keep_busy() returns trigger language plpgsql as $$
declare
  home uuid := coalesce(new.property_id, old.property_id);
  present constant datemultirange := datemultirange(daterange(current_date - 1, null));
begin
  if tg_op = 'INSERT' then
    update properties set busy = busy * present + datemultirange(new.stay) where id = home;
  else
    perform from properties where id = home for no key update;
    update properties set busy = present * coalesce(
      (select range_agg(stay) from occupancy where property_id = home and upper(stay) > current_date - 1), '{}')
    where id = home;
  end if;
  return null;
end $$;
create trigger occupancy_busy after insert or delete or update of stay on occupancy
  for each row execute function occupancy_keep_busy();

-- migrate:down
drop table occupancy;
drop function occupancy_keep_busy();
drop type occupancy_kind;
drop table reservation_events;
drop table reservations;
drop table contacts;
drop table quotes;
drop type actor;
drop type reservation_status;
