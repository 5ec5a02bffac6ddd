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
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  timezone text not null,
  currency text not null default 'EUR' check (currency ~ '^[A-Z]{3}$'),
  max_guests integer not null check (max_guests >= 1),
  included_guests integer not null check (included_guests >= 1),
  bedrooms integer not null default 1 check (bedrooms >= 0),
  beds integer not null default 1 check (beds >= 0),
  bathrooms integer not null default 1 check (bathrooms >= 0),
  amenities text[] not null default '{}',
  base_price_cents bigint not null check (base_price_cents >= 0),
  weekend_price_cents bigint check (weekend_price_cents >= 0),
  -- ISO days of the week (1 = Monday) whose nights take the weekend price.
  weekend_days integer[] not null default '{5,6}',
  cleaning_fee_cents bigint not null default 0 check (cleaning_fee_cents >= 0),
  extra_guest_fee_cents bigint not null default 0 check (extra_guest_fee_cents >= 0),
  security_deposit_cents bigint not null default 0 check (security_deposit_cents >= 0),
  deposit_percent integer not null default 100 check (deposit_percent between 1 and 100),
  min_stay integer not null default 1 check (min_stay >= 1),
  max_stay integer not null default 365 check (max_stay >= min_stay),
  lead_time_days integer not null default 0 check (lead_time_days >= 0),
  booking_window_days integer not null default 730 check (booking_window_days >= 1),
  instant_book boolean not null default true,
  cancellation_policy cancellation_policy not null default 'flexible',
  check_in_time time not null default '16:00',
  check_out_time time not null default '11:00',
  rating_average numeric(3, 2),
  rating_count integer not null default 0,
  popularity double precision not null default 0,
  -- Nights that cannot be sold, copied by trigger from `occupancy`.
  busy datemultirange not null default '{}',
  search_text text not null default '',
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
create index properties_position on properties using gist (ll_to_earth(latitude, longitude)) where status = 'published';

create function properties_set_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := normalize_text(concat_ws(' ', new.title, new.address,
    (select name from neighborhoods where id = new.neighborhood_id),
    (select name from cities where id = new.city_id),
    (select name_fr || ' ' || name_en from countries where id = new.country_id)));
  return new;
end $$;
create trigger properties_search_text
  before insert or update of title, address, neighborhood_id, city_id, country_id on properties
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

-- migrate:down
drop table property_photos;
drop table properties;
drop function properties_set_search_text();
drop type cancellation_policy;
drop type property_status;
drop table amenities;
drop table room_types;
drop table property_types;
