-- migrate:up
-- What a search reads of a home: a narrow row beside the wide one of `properties`, which is kept in the transaction of every
-- change. It has no null, because nulls make each row wider, and no index on what changes often, so that such changes
-- stay within their page.
create table search_homes (
  id uuid primary key references properties on delete cascade,
  popularity double precision not null default 0,
  base_price_cents bigint not null,
  -- The base price where there is none.
  weekend_price_cents bigint not null,
  cleaning_fee_cents bigint not null,
  extra_guest_fee_cents bigint not null,
  -- The public coordinates.
  latitude double precision not null,
  longitude double precision not null,
  created_at timestamptz not null,
  -- Of each amenity its bit.
  amenities bigint not null,
  -- The night of the first bit of `busy`.
  busy_from date not null default current_date - 1,
  -- The first and the last day with a row in `calendar_days`, and of the active seasons; only between them are those asked.
  changed_from date not null default 'infinity',
  changed_to date not null default '-infinity',
  season_from date not null default 'infinity',
  season_to date not null default '-infinity',
  max_guests smallint not null,
  included_guests smallint not null,
  min_stay smallint not null,
  max_stay smallint not null,
  lead_time_days smallint not null,
  booking_window_days smallint not null,
  bedrooms smallint not null,
  bathrooms smallint not null,
  -- Monday is the first bit.
  weekend_bits smallint not null,
  -- Hundredths; -1: no rating.
  rating smallint not null,
  published boolean not null,
  instant_book boolean not null,
  -- A bit for each night that cannot be sold, without past ones; nights after the last bit are free.
  busy bit varying not null default '',
  property_type text not null,
  room_type text not null,
  country_id text not null,
  city_id text not null,
  -- Empty: none.
  neighborhood_id text not null,
  timezone text not null,
  -- What the home is found by with words. Not its address, because a search would reveal the exact place.
  text text not null
) with (fillfactor = 90);
-- None of these is only of published homes: PostgreSQL would read the whole table through such an index, in its order, where a search
-- has no place; and the table could not be ordered by it (docs/deployment.md, "Many homes, many nodes").
create index search_homes_city on search_homes (city_id);
create index search_homes_country on search_homes (country_id);
create index search_homes_neighborhood on search_homes (neighborhood_id) where neighborhood_id <> '';
create index search_homes_newest on search_homes (created_at desc, id);
create index search_homes_popular on search_homes (popularity desc, id);
create index search_homes_price on search_homes (base_price_cents, id);
create index search_homes_rating on search_homes (rating desc, id);
create index search_homes_position on search_homes using gist (on_globe(latitude, longitude));
-- For searches by bounding box.
create index search_homes_latitude on search_homes (latitude, longitude);
create index search_homes_text on search_homes using gin (text gin_trgm_ops);
-- By which published homes are counted.
create index search_homes_published on search_homes (published);

-- The bits of ranges of nights, from the night `first` on.
create function night_bits(ranges datemultirange, first date) returns bit varying language sql immutable parallel safe
  return coalesce((
    select string_agg(repeat('0', lower(r) - before) || repeat('1', upper(r) - lower(r)), '' order by r)::varbit
    from (
      select r, coalesce(lag(upper(r)) over (order by r), first) as before
      from unnest(ranges * datemultirange(daterange(first, null))) r
    ) gaps), '');

-- The bits of amenities; null if one of them does not exist.
create function amenity_bits(wanted text[]) returns bigint language sql stable parallel safe
  return (
    select case when count(*) = (select count(distinct name) from unnest(wanted) name) then coalesce(bit_or(1::bigint << bit), 0) end
    from amenities where id = any (wanted));

-- How many of `nights` nights from an ISO weekday on (0: Monday) fall on a set of weekdays: those of whole weeks, and those of
-- the days that are left, which may go round the end of a week.
create function nights_on(weekday_bits integer, weekday integer, nights integer) returns integer
  language sql immutable parallel safe
  return nights / 7 * bit_count(weekday_bits::bit(7))::integer
    + bit_count((weekday_bits & ((((1 << nights % 7) - 1) << weekday) | (((1 << nights % 7) - 1) << weekday >> 7)))::bit(7))::integer;

-- These functions bring what is kept of homes up to date. Planning takes ten times as long as running, and for one home PostgreSQL
-- would plan each time, so they ask for one plan for all.

create function search_keep_homes(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into search_homes (id, base_price_cents, weekend_price_cents, cleaning_fee_cents, extra_guest_fee_cents, latitude,
    longitude, created_at, amenities, max_guests, included_guests, min_stay, max_stay, lead_time_days, booking_window_days,
    bedrooms, bathrooms, weekend_bits, rating, published, instant_book, property_type, room_type, country_id, city_id,
    neighborhood_id, timezone, text)
  select p.id, base_price_cents, coalesce(weekend_price_cents, base_price_cents), cleaning_fee_cents, extra_guest_fee_cents,
    public_latitude, public_longitude, created_at, amenity_bits(amenities), max_guests, included_guests, min_stay, max_stay,
    lead_time_days, booking_window_days, bedrooms, bathrooms, weekend_bits, coalesce(rating_average * 100, -1),
    status = 'published', instant_book, property_type, room_type, p.country_id, p.city_id, coalesce(neighborhood_id, ''),
    p.timezone, normalize_text(concat_ws(' ', p.title, n.name, c.name, s.name_fr, s.name_en))
  from properties p
  left join neighborhoods n on n.id = p.neighborhood_id
  join cities c on c.id = p.city_id
  join countries s on s.id = p.country_id
  where p.id = any (homes)
  order by p.city_id, p.id
  on conflict (id) do update set base_price_cents = excluded.base_price_cents, weekend_price_cents = excluded.weekend_price_cents,
    cleaning_fee_cents = excluded.cleaning_fee_cents, extra_guest_fee_cents = excluded.extra_guest_fee_cents,
    latitude = excluded.latitude, longitude = excluded.longitude, created_at = excluded.created_at,
    amenities = excluded.amenities, max_guests = excluded.max_guests, included_guests = excluded.included_guests,
    min_stay = excluded.min_stay, max_stay = excluded.max_stay, lead_time_days = excluded.lead_time_days,
    booking_window_days = excluded.booking_window_days, bedrooms = excluded.bedrooms, bathrooms = excluded.bathrooms,
    weekend_bits = excluded.weekend_bits, rating = excluded.rating, published = excluded.published,
    instant_book = excluded.instant_book, property_type = excluded.property_type, room_type = excluded.room_type,
    country_id = excluded.country_id, city_id = excluded.city_id, neighborhood_id = excluded.neighborhood_id,
    timezone = excluded.timezone,
    text = excluded.text;
end $$;

-- The rows are locked before other tables are read, here and below, so that of two transactions the second reads what the first
-- has written. Nights before yesterday (UTC) cannot be sold any more in any time zone, and are left out.
create function search_keep_nights(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set busy_from = current_date - 1,
    busy = night_bits(coalesce((
      select range_agg(stay) from occupancy where property_id = h.id and upper(stay) >= current_date), '{}'), current_date - 1)
  where id = any (homes);
end $$;

create function search_keep_days(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set changed_from = coalesce((select min(day) from calendar_days where property_id = h.id), 'infinity'),
    changed_to = coalesce((select max(day) from calendar_days where property_id = h.id), '-infinity')
  where id = any (homes);
end $$;

create function search_keep_seasons(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  perform from search_homes where id = any (homes) order by id for no key update;
  update search_homes h
  set season_from = coalesce((select min(start_date) from seasons where property_id = h.id and status = 'active'), 'infinity'),
    season_to = coalesce((select max(end_date) from seasons where property_id = h.id and status = 'active'), '-infinity')
  where id = any (homes);
end $$;

create function search_homes_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_homes(array(select id from changed));
  return null;
end $$;
create trigger properties_search_inserted after insert on properties
  referencing new table as changed for each statement execute function search_homes_changed();
create trigger properties_search_updated after update on properties
  referencing new table as changed for each statement execute function search_homes_changed();

create function search_nights_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_nights(array(select distinct property_id from changed));
  return null;
end $$;
create trigger occupancy_search_inserted after insert on occupancy
  referencing new table as changed for each statement execute function search_nights_changed();
create trigger occupancy_search_updated after update on occupancy
  referencing new table as changed for each statement execute function search_nights_changed();
create trigger occupancy_search_deleted after delete on occupancy
  referencing old table as changed for each statement execute function search_nights_changed();

create function search_days_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_days(array(select distinct property_id from changed));
  return null;
end $$;
create trigger calendar_days_search_inserted after insert on calendar_days
  referencing new table as changed for each statement execute function search_days_changed();
create trigger calendar_days_search_deleted after delete on calendar_days
  referencing old table as changed for each statement execute function search_days_changed();

create function search_seasons_changed() returns trigger language plpgsql as $$
begin
  perform search_keep_seasons(array(select distinct property_id from changed));
  return null;
end $$;
create trigger seasons_search_inserted after insert on seasons
  referencing new table as changed for each statement execute function search_seasons_changed();
-- A season can move to another home: both are told.
create trigger seasons_search_left after update on seasons
  referencing old table as changed for each statement execute function search_seasons_changed();
create trigger seasons_search_updated after update on seasons
  referencing new table as changed for each statement execute function search_seasons_changed();
create trigger seasons_search_deleted after delete on seasons
  referencing old table as changed for each statement execute function search_seasons_changed();

-- Homes that stand already are found again after a way down and up.
select search_keep_homes(homes), search_keep_nights(homes), search_keep_days(homes), search_keep_seasons(homes)
from (select array(select id from properties) as homes) every;

-- migrate:down
drop trigger seasons_search_deleted on seasons;
drop trigger seasons_search_updated on seasons;
drop trigger seasons_search_left on seasons;
drop trigger seasons_search_inserted on seasons;
drop trigger calendar_days_search_deleted on calendar_days;
drop trigger calendar_days_search_inserted on calendar_days;
drop trigger occupancy_search_deleted on occupancy;
drop trigger occupancy_search_updated on occupancy;
drop trigger occupancy_search_inserted on occupancy;
drop trigger properties_search_updated on properties;
drop trigger properties_search_inserted on properties;
drop function search_seasons_changed();
drop function search_days_changed();
drop function search_nights_changed();
drop function search_homes_changed();
drop function search_keep_seasons(uuid[]);
drop function search_keep_days(uuid[]);
drop function search_keep_nights(uuid[]);
drop function search_keep_homes(uuid[]);
drop function nights_on(integer, integer, integer);
drop function amenity_bits(text[]);
drop function night_bits(datemultirange, date);
drop table search_homes;
