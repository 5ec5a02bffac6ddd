-- migrate:up
-- What homes and their rooms can be, and have (docs/decisions/0016-what-grows-is-a-row.md).
create domain property_type as text;
create domain room_type as text;
create domain amenity as text;
create table property_types (id property_type primary key, name_fr text not null, name_en text not null, position integer not null);
create table room_types (id room_type primary key, name_fr text not null, name_en text not null, position integer not null);
-- `bit`: its place in what a search keeps of a home.
create table amenities (
  id amenity primary key, name_fr text not null, name_en text not null, position integer not null,
  bit smallint not null unique check (bit between 0 and 62)
);

insert into property_types values
  ('apartment', 'Appartement', 'Apartment', 1), ('house', 'Maison', 'House', 2), ('villa', 'Villa', 'Villa', 3),
  ('studio', 'Studio', 'Studio', 4), ('loft', 'Loft', 'Loft', 5), ('chalet', 'Chalet', 'Chalet', 6),
  ('cottage', 'Gîte', 'Cottage', 7), ('guest_house', 'Maison d''hôtes', 'Guest house', 8),
  ('houseboat', 'Péniche', 'Houseboat', 9), ('tiny_house', 'Tiny house', 'Tiny house', 10);
insert into room_types values
  ('entire_home', 'Logement entier', 'Entire home', 1), ('private_room', 'Chambre privée', 'Private room', 2),
  ('shared_room', 'Chambre partagée', 'Shared room', 3), ('hotel_room', 'Chambre d''hôtel', 'Hotel room', 4);
insert into amenities values
  ('wifi', 'Wi-Fi', 'Wi-Fi', 1, 0), ('kitchen', 'Cuisine', 'Kitchen', 2, 1), ('heating', 'Chauffage', 'Heating', 3, 2),
  ('air_conditioning', 'Climatisation', 'Air conditioning', 4, 3), ('washing_machine', 'Lave-linge', 'Washing machine', 5, 4),
  ('parking', 'Parking', 'Parking', 6, 5), ('pool', 'Piscine', 'Pool', 7, 6), ('garden', 'Jardin', 'Garden', 8, 7),
  ('terrace', 'Terrasse', 'Terrace', 9, 8), ('fireplace', 'Cheminée', 'Fireplace', 10, 9), ('sea_view', 'Vue sur mer', 'Sea view', 11, 10),
  ('elevator', 'Ascenseur', 'Elevator', 12, 11), ('pets_allowed', 'Animaux acceptés', 'Pets allowed', 13, 12),
  ('wheelchair_accessible', 'Accessible en fauteuil roulant', 'Wheelchair accessible', 14, 13),
  ('workspace', 'Espace de travail', 'Workspace', 15, 14), ('baby_bed', 'Lit bébé', 'Baby bed', 16, 15);

create type property_status as enum ('draft', 'published', 'archived');
create type cancellation_policy as enum ('flexible', 'moderate', 'strict');

create table properties (
  id uuid primary key default uuid_v7(),
  owner_id integer not null references users,
  status property_status not null default 'published',
  title text not null,
  description text not null default '',
  property_type property_type not null references property_types,
  room_type room_type not null references room_types,
  country_id text not null references countries,
  city_id text not null references cities,
  neighborhood_id text references neighborhoods,
  address text,
  latitude degrees_north not null,
  longitude degrees_east not null,
  -- The public coordinates, accurate to some sixty metres. The search uses nothing more exact, because bounding boxes
  -- and distances would reveal the exact place.
  public_latitude double precision not null generated always as (round(latitude * 1000) / 1000) stored,
  public_longitude double precision not null generated always as (round(longitude * 1000) / 1000) stored,
  timezone text not null,
  currency currency_code not null default 'EUR',
  max_guests positive not null,
  included_guests positive not null,
  bedrooms whole not null default 1,
  beds whole not null default 1,
  bathrooms whole not null default 1,
  amenities text[] not null default '{}',
  base_price_cents cents not null,
  weekend_price_cents cents,
  -- ISO days of the week (1 = Monday) whose nights take the weekend price.
  weekend_days integer[] not null default '{5,6}',
  -- The same as bits, Monday first: a search counts the weekend nights of its stay once per set of days.
  weekend_bits integer not null generated always as (
    (1 = any (weekend_days))::integer + 2 * (2 = any (weekend_days))::integer + 4 * (3 = any (weekend_days))::integer
    + 8 * (4 = any (weekend_days))::integer + 16 * (5 = any (weekend_days))::integer + 32 * (6 = any (weekend_days))::integer
    + 64 * (7 = any (weekend_days))::integer) stored,
  cleaning_fee_cents cents not null default 0,
  extra_guest_fee_cents cents not null default 0,
  security_deposit_cents cents not null default 0,
  deposit_percent percent not null default 100,
  -- How many days before arrival the rest of a deposit is due.
  balance_due_days integer not null default 30 check (balance_due_days between 0 and 365),
  min_stay positive not null default 1,
  max_stay integer not null default 365 check (max_stay >= min_stay),
  lead_time_days whole not null default 0,
  booking_window_days positive not null default 730,
  instant_book boolean not null default true,
  cancellation_policy cancellation_policy not null default 'flexible',
  check_in_time time not null default '16:00',
  check_out_time time not null default '11:00',
  rating_average numeric(3, 2),
  rating_count integer not null default 0,
  -- Part of the calendar's address: whoever knows this token can read which nights are taken.
  calendar_token uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (included_guests <= max_guests)
) with (fillfactor = 85);
create index properties_owner on properties (owner_id, created_at desc, id);

create table property_photos (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  path text not null,
  width integer not null,
  height integer not null,
  -- Its smaller versions, the smallest first: [{url, width, height}].
  smaller jsonb not null default '[]',
  alt text,
  position integer not null,
  created_at timestamptz not null default now(),
  constraint property_photos_position_key unique (property_id, position) deferrable initially deferred
);
-- By which the sweep of orphans finds the row of a file.
create index property_photos_path on property_photos (path);

create table favorites (
  user_id integer not null references users on delete cascade,
  property_id uuid not null references properties on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, property_id)
);
create index favorites_property on favorites (property_id);

-- migrate:down
drop table favorites;
drop table property_photos;
drop table properties;
drop type cancellation_policy;
drop type property_status;
drop table amenities;
drop table room_types;
drop table property_types;
drop domain amenity;
drop domain room_type;
drop domain property_type;
