-- migrate:up
create type reservation_source as enum ('direct', 'channel');

alter table reservations
  add column source reservation_source not null default 'direct',
  add column ota_name text,
  add column ota_reservation_code text;

-- Bookings of channels by their latest revision, also of cancelled ones and of those that had no dates yet. The owner is
-- part of the key, so that one owner's channel cannot change the booking of another.
create table channel_bookings (
  id integer generated always as identity primary key,
  provider text not null,
  owner_id integer not null references users,
  booking_id text not null,
  revision_id text not null,
  version_at timestamptz not null,
  is_cancelled boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, owner_id, booking_id)
);
create index channel_bookings_owner on channel_bookings (owner_id);

-- The reservations of a booking: one per home, and per room of a home.
create table channel_stays (
  channel_booking_id integer not null references channel_bookings on delete cascade,
  property_id uuid not null references properties on delete cascade,
  position integer not null,
  reservation_id integer not null unique references reservations on delete cascade,
  primary key (channel_booking_id, property_id, position)
);
create index channel_stays_property on channel_stays (property_id);

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

-- migrate:down
drop trigger occupancy_overbooked_settled on occupancy;
drop trigger occupancy_overbooked_guard on occupancy;
drop function occupancy_settle_overbooked();
drop function occupancy_guard_overbooked();
drop index occupancy_overbooked;
drop table channel_stays;
drop table channel_bookings;
alter table reservations drop column ota_reservation_code, drop column ota_name, drop column source;
drop type reservation_source;
