-- migrate:up
-- Stays that a company has brought from elsewhere, so that the same file a second time makes none. `facts`: days, price and status as the file
-- had them; `guest_hash`: of guest and note, to see whether somebody has changed them since.
create table imported_stays (
  owner_id integer not null references users,
  external_id text not null check (char_length(external_id) <= 255),
  reservation_id integer not null unique references reservations on delete cascade,
  facts jsonb not null,
  guest_hash text not null,
  created_at timestamptz not null default now(),
  primary key (owner_id, external_id)
);

-- A booking of a channel at its home.
create index reservations_code on reservations (property_id, ota_reservation_code) where ota_reservation_code is not null;

-- Spellings of a platform that name the same one: Booking.com, BookingCom.
create function plain_channel(name text) returns text language sql immutable
  return regexp_replace(lower(name), '[\s[:punct:]]', '', 'g');

-- migrate:down
drop index reservations_code;
drop function plain_channel(text);
drop table imported_stays;
