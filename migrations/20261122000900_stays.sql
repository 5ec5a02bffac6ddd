-- migrate:up
create type reservation_status as enum
  ('inquiry', 'pending', 'confirmed', 'declined', 'expired', 'cancelled', 'checked_in', 'completed', 'no_show');
-- Sets of states, each once; PostgreSQL inlines them. src/stays/states.ts has the same (tests/stays/states.test.ts).
create function stay_takes_place(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('confirmed', 'checked_in', 'completed');
create function stay_goes_on(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('confirmed', 'checked_in');
create function stay_is_open(status reservation_status) returns boolean language sql immutable parallel safe
  return status in ('pending', 'confirmed', 'checked_in');
create type reservation_source as enum ('direct', 'channel');
create type actor as enum ('guest', 'owner', 'channel', 'support', 'system');

-- Guests of bookings from other platforms, who have no account.
create table contacts (
  id integer generated always as identity primary key,
  name text not null,
  plain_name text not null generated always as (normalize_text(name)) stored,
  email text,
  phone text,
  country_id text references countries,
  -- When they leave: their addresses are deleted a year later.
  departs_on date,
  created_at timestamptz not null default now()
);
create index contacts_reachable on contacts (departs_on) where email is not null or phone is not null;

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
  source reservation_source not null default 'direct',
  ota_name text,
  ota_reservation_code text,
  quote jsonb not null,
  total_cents bigint not null check (total_cents >= 0),
  due_now_cents bigint not null check (due_now_cents >= 0),
  currency text not null,
  -- The day, at the home, on which the rest of the total is asked for; null: all was due at booking.
  balance_due_on date,
  -- Whether the payment of the balance was made. Without it, every completed stay would be looked at for ever.
  balance_made boolean not null default false,
  hold_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (check_in < check_out),
  constraint reservations_one_guest check (num_nonnulls(guest_id, contact_id) = 1),
  check ((status in ('pending', 'inquiry')) = (hold_expires_at is not null))
);
create index reservations_guest on reservations (guest_id, created_at desc, id);
create index reservations_property on reservations (property_id, check_in);
create index reservations_state on reservations (property_id, status);
create index reservations_stale on reservations (hold_expires_at) where hold_expires_at is not null;
create index reservations_contact on reservations (contact_id) where contact_id is not null;
-- Stays whose check-out day has come are completed by a job.
create index reservations_to_complete on reservations (check_out, id) where status in ('confirmed', 'checked_in');
-- Stays that were completed lately, whose guests may still review them.
create index reservations_completed on reservations (check_out, id) where status = 'completed';
create index reservations_balance_due on reservations (balance_due_on, id)
  where balance_due_on is not null and not balance_made and status in ('confirmed', 'checked_in', 'completed');

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
create index occupancy_overbooked on occupancy (property_id) where overbooked;

-- An overbooked stay is exempt from the constraints, and nobody else can take its nights all the same.
create function occupancy_guard_overbooked() returns trigger language plpgsql as $$
begin
  if exists (
    select from occupancy where property_id = new.property_id and overbooked and stay && new.stay
  ) then
    raise exclusion_violation using message = 'these nights are overbooked already',
      constraint = 'occupancy_stays_exclude_overbooked';
  end if;
  return null;
end $$;
create trigger occupancy_overbooked_guard after insert on occupancy
  for each row when (new.kind = 'stay' and not new.overbooked) execute function occupancy_guard_overbooked();

-- When nights become free, an overbooked stay that has no rival left is an ordinary one again. Of several the oldest is.
create function occupancy_settle_overbooked() returns trigger language plpgsql as $$
begin
  update occupancy o set overbooked = false
  where o.property_id = old.property_id and o.overbooked and o.stay && old.stay
    and not exists (
      select from occupancy other
      where other.property_id = o.property_id and other.id <> o.id and other.stay && o.stay
        and (not other.overbooked or other.id < o.id));
  return null;
end $$;
create trigger occupancy_overbooked_settled after delete on occupancy
  for each row execute function occupancy_settle_overbooked();

-- Closures that stand already take their nights again after a way down and up.
insert into occupancy (property_id, kind, stay, closure_id)
select property_id, 'closure', daterange(start_date, end_date, '[]'), id from closures;

-- migrate:down
drop table occupancy;
drop function occupancy_settle_overbooked();
drop function occupancy_guard_overbooked();
drop type occupancy_kind;
drop table reservation_events;
drop table reservations;
drop table contacts;
drop type actor;
drop type reservation_source;
drop function stay_is_open(reservation_status);
drop function stay_goes_on(reservation_status);
drop function stay_takes_place(reservation_status);
drop type reservation_status;
