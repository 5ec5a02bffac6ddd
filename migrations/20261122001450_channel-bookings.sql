-- migrate:up
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

-- migrate:down
drop table channel_stays;
drop table channel_bookings;
