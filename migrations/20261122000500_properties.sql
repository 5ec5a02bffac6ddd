-- migrate:up
create table property_types (id text primary key, name_fr text not null, name_en text not null, position integer not null);
create table room_types (id text primary key, name_fr text not null, name_en text not null, position integer not null);
create table amenities (id text primary key, name_fr text not null, name_en text not null, position integer not null);

insert into property_types values
  ('apartment', 'Appartement', 'Apartment', 1), ('house', 'Maison', 'House', 2), ('villa', 'Villa', 'Villa', 3),
  ('studio', 'Studio', 'Studio', 4), ('loft', 'Loft', 'Loft', 5), ('chalet', 'Chalet', 'Chalet', 6),
  ('cottage', 'Gîte', 'Cottage', 7), ('guest_house', 'Maison d''hôtes', 'Guest house', 8),
  ('houseboat', 'Péniche', 'Houseboat', 9), ('tiny_house', 'Tiny house', 'Tiny house', 10);
insert into room_types values
  ('entire_home', 'Logement entier', 'Entire home', 1), ('private_room', 'Chambre privée', 'Private room', 2),
  ('shared_room', 'Chambre partagée', 'Shared room', 3), ('hotel_room', 'Chambre d''hôtel', 'Hotel room', 4);
insert into amenities values
  ('wifi', 'Wi-Fi', 'Wi-Fi', 1), ('kitchen', 'Cuisine', 'Kitchen', 2), ('heating', 'Chauffage', 'Heating', 3),
  ('air_conditioning', 'Climatisation', 'Air conditioning', 4), ('washing_machine', 'Lave-linge', 'Washing machine', 5),
  ('parking', 'Parking', 'Parking', 6), ('pool', 'Piscine', 'Pool', 7), ('garden', 'Jardin', 'Garden', 8),
  ('terrace', 'Terrasse', 'Terrace', 9), ('fireplace', 'Cheminée', 'Fireplace', 10), ('sea_view', 'Vue sur mer', 'Sea view', 11),
  ('elevator', 'Ascenseur', 'Elevator', 12), ('pets_allowed', 'Animaux acceptés', 'Pets allowed', 13),
  ('wheelchair_accessible', 'Accessible en fauteuil roulant', 'Wheelchair accessible', 14),
  ('workspace', 'Espace de travail', 'Workspace', 15), ('baby_bed', 'Lit bébé', 'Baby bed', 16);

create type property_status as enum ('draft', 'published', 'archived');
create type cancellation_policy as enum ('flexible', 'moderate', 'strict');

create table properties (
  id uuid primary key default uuid_v7(),
  owner_id integer not null references users,
  status property_status not null default 'published',
  title text not null,
  description text not null default '',
  property_type text not null references property_types,
  room_type text not null references room_types,
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
  popularity double precision not null default 0,
  -- Copies that the search reads from a home's own row instead of other tables; triggers maintain them.
  -- Nights that cannot be sold, without past ones, from `occupancy`.
  busy datemultirange not null default '{}',
  -- Days that have a row in `calendar_days`.
  changed_days datemultirange not null default '{}',
  -- Days that an active season covers.
  season_days datemultirange not null default '{}',
  search_text text not null default '',
  -- Part of the calendar's address: whoever knows this token can read which nights are taken.
  calendar_token uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (included_guests <= max_guests)
) with (fillfactor = 85);
create index properties_owner on properties (owner_id, created_at desc, id);
create index properties_city_price on properties (city_id, base_price_cents, id) where status = 'published';
create index properties_country_price on properties (country_id, base_price_cents, id) where status = 'published';
create index properties_newest on properties (created_at desc, id) where status = 'published';
create index properties_popular on properties (popularity desc, id) where status = 'published';
create index properties_search_text on properties using gin (search_text gin_trgm_ops) where status = 'published';
create index properties_price on properties (base_price_cents, id) where status = 'published';
create index properties_rating on properties (rating_average desc nulls last, id) where status = 'published';
create index properties_position on properties using gist (on_globe(public_latitude, public_longitude))
  where status = 'published';
-- For searches by bounding box.
create index properties_latitude on properties (public_latitude, public_longitude) where status = 'published';
create index properties_neighborhood on properties (neighborhood_id)
  where status = 'published' and neighborhood_id is not null;

-- The search text does not contain the address, because a search would reveal the exact place.
create function properties_set_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := normalize_text(concat_ws(' ', new.title,
    (select name from neighborhoods where id = new.neighborhood_id),
    (select name from cities where id = new.city_id),
    (select name_fr || ' ' || name_en from countries where id = new.country_id)));
  return new;
end $$;
create trigger properties_search_text
  before insert or update of title, neighborhood_id, city_id, country_id on properties
  for each row execute function properties_set_search_text();

create table property_photos (
  id integer generated always as identity primary key,
  property_id uuid not null references properties on delete cascade,
  path text not null,
  width integer not null,
  height integer not null,
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
drop function properties_set_search_text();
drop type cancellation_policy;
drop type property_status;
drop table amenities;
drop table room_types;
drop table property_types;
