-- migrate:up
-- Copies that the search reads from a home's own row instead of other tables; triggers maintain them, like `busy`.
alter table properties
  -- Days that have a row in `calendar_days`.
  add column changed_days datemultirange not null default '{}',
  -- Days that an active season covers.
  add column season_days datemultirange not null default '{}',
  -- `weekend_days` as bits, Monday first: a search counts the weekend nights of its stay once per set of days.
  add column weekend_bits integer not null generated always as (
    (1 = any (weekend_days))::integer + 2 * (2 = any (weekend_days))::integer + 4 * (3 = any (weekend_days))::integer
    + 8 * (4 = any (weekend_days))::integer + 16 * (5 = any (weekend_days))::integer + 32 * (6 = any (weekend_days))::integer
    + 64 * (7 = any (weekend_days))::integer) stored;

-- The row of the home is locked before its days are read, so that the second of two writers sees the first one's rows.
create function properties_keep_days() returns trigger language plpgsql as $$
begin
  perform from properties where id in (select property_id from changed) order by id for no key update;
  update properties p
  set changed_days = coalesce((select range_agg(daterange(day, day, '[]')) from calendar_days where property_id = p.id), '{}'),
    season_days = coalesce((
      select range_agg(daterange(start_date, end_date, '[]')) from seasons where property_id = p.id and status = 'active'), '{}')
  where id in (select property_id from changed);
  return null;
end $$;
create trigger calendar_days_inserted after insert on calendar_days
  referencing new table as changed for each statement execute function properties_keep_days();
create trigger calendar_days_deleted after delete on calendar_days
  referencing old table as changed for each statement execute function properties_keep_days();

create trigger seasons_inserted after insert on seasons
  referencing new table as changed for each statement execute function properties_keep_days();
-- A season can move to another home: both homes are updated.
create trigger seasons_left after update on seasons
  referencing old table as changed for each statement execute function properties_keep_days();
create trigger seasons_updated after update on seasons
  referencing new table as changed for each statement execute function properties_keep_days();
create trigger seasons_deleted after delete on seasons
  referencing old table as changed for each statement execute function properties_keep_days();

update properties p
set changed_days = coalesce((select range_agg(daterange(day, day, '[]')) from calendar_days where property_id = p.id), '{}'),
  season_days = coalesce((
    select range_agg(daterange(start_date, end_date, '[]')) from seasons where property_id = p.id and status = 'active'), '{}');

-- Past nights cannot be sold again, so `busy` leaves them out and stays small. Yesterday in UTC is the earliest day
-- that is still today in some time zone.
create or replace function occupancy_keep_busy() returns trigger language plpgsql as $$
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

-- The search computes the totals of all its homes at once (sql/properties/search.sql) instead of calling a function.
drop function stay_total_cents(properties, date, date, integer, integer);

create index properties_price on properties (base_price_cents, id) where status = 'published';
create index properties_rating on properties (rating_average desc nulls last, id) where status = 'published';
-- For searches by bounding box.
create index properties_latitude on properties (latitude, longitude) where status = 'published';
create index properties_neighborhood on properties (neighborhood_id)
  where status = 'published' and neighborhood_id is not null;
-- Few cities have a tourist tax: a search reads only those instead of the city of every home.
create index cities_taxed on cities (id) where tax_per_adult_night_cents is not null or tax_percent_hundredths is not null;

-- migrate:down
drop index cities_taxed;
drop index properties_neighborhood;
drop index properties_latitude;
drop index properties_rating;
drop index properties_price;
create function stay_total_cents(home properties, check_in date, check_out date, adults integer, children integer)
returns bigint language sql stable parallel safe as $$
  with stay as (
    select check_out - check_in as nights, (now() at time zone home.timezone)::date as today
  ),
  booking_season as (
    select s.reduction_hundredths
    from seasons s, stay
    where s.property_id = home.id and s.status = 'active' and s.policy = 'booking'
      and check_in between s.start_date and s.end_date
      and stay.nights >= coalesce(s.min_stay, 1) and stay.nights <= coalesce(s.max_stay, stay.nights)
    order by s.end_date - s.start_date, s.reduction_hundredths desc, s.id
    limit 1
  ),
  nights as (
    select
      coalesce(c.price_cents,
        case when extract(isodow from n.day)::integer = any (home.weekend_days) then home.weekend_price_cents end,
        home.base_price_cents) as base,
      coalesce(c.extra_guest_fee_cents, home.extra_guest_fee_cents) as extra_guest_fee,
      coalesce(night_season.reduction_hundredths, 0) as reduction
    from stay
    cross join lateral (select check_in + i as day from generate_series(0, stay.nights - 1) i) n
    left join calendar_days c on c.property_id = home.id and c.day = n.day
    left join lateral (
      select s.reduction_hundredths
      from seasons s
      where s.property_id = home.id and s.status = 'active' and s.policy = 'nights'
        and n.day between s.start_date and s.end_date
        and stay.nights >= coalesce(s.min_stay, 1) and stay.nights <= coalesce(s.max_stay, stay.nights)
      order by s.end_date - s.start_date, s.reduction_hundredths desc, s.id
      limit 1
    ) night_season on true
  ),
  sums as (
    select
      sum(base)::bigint as base,
      sum((base * reduction + 5000) / 10000)::bigint as night_discounts,
      sum(extra_guest_fee)::bigint as extra_guest_fees
    from nights
  ),
  accommodation as (
    select case
      when b.reduction_hundredths is not null then sums.base - (sums.base * b.reduction_hundredths + 5000) / 10000
      else sums.base - sums.night_discounts
    end as cents
    from sums left join booking_season b on true
  )
  select (
    accommodation.cents
    + sums.extra_guest_fees * greatest(0, adults + children - home.included_guests)
    + coalesce(arrival.cleaning_fee_cents, home.cleaning_fee_cents)
    + case
        when city.tax_per_adult_night_cents is not null then city.tax_per_adult_night_cents * adults * stay.nights
        when city.tax_percent_hundredths is not null then adults * stay.nights * least(
          coalesce(city.tax_cap_cents, 9007199254740991),
          (2 * accommodation.cents * city.tax_percent_hundredths + stay.nights * (adults + children) * 10000::bigint)
            / (2 * stay.nights * (adults + children) * 10000::bigint))
        else 0
      end
  )::bigint
  from stay, sums, accommodation, cities city
  left join calendar_days arrival on arrival.property_id = home.id and arrival.day = check_in
  left join calendar_days departure on departure.property_id = home.id and departure.day = check_out
  where city.id = home.city_id
    and adults + children <= home.max_guests
    and check_in >= stay.today + home.lead_time_days
    and check_in <= stay.today + home.booking_window_days
    and stay.nights between coalesce(arrival.min_stay, home.min_stay) and coalesce(arrival.max_stay, home.max_stay)
    and not coalesce(arrival.closed_to_arrival, false)
    and not coalesce(departure.closed_to_departure, false)
$$;
create or replace function occupancy_keep_busy() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update properties set busy = busy + datemultirange(new.stay) where id = new.property_id;
  else
    update properties set busy = coalesce(
      (select range_agg(stay) from occupancy where property_id = old.property_id), '{}')
    where id = old.property_id;
  end if;
  return null;
end $$;
drop trigger seasons_deleted on seasons;
drop trigger seasons_updated on seasons;
drop trigger seasons_left on seasons;
drop trigger seasons_inserted on seasons;
drop trigger calendar_days_deleted on calendar_days;
drop trigger calendar_days_inserted on calendar_days;
drop function properties_keep_days();
alter table properties drop column weekend_bits, drop column season_days, drop column changed_days;
