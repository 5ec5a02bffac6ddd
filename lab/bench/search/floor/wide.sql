-- The homes as the search of 449a785 read them: wide rows with copies of their calendars, and the indexes of that time.
create schema floor;
create table floor.properties with (fillfactor = 85) as
select p.id, p.owner_id, p.status, p.title, p.description, p.property_type, p.room_type, p.country_id, p.city_id, p.neighborhood_id, p.address,
  p.latitude, p.longitude, p.public_latitude, p.public_longitude, p.timezone, p.currency, p.max_guests, p.included_guests, p.bedrooms,
  p.beds, p.bathrooms, p.amenities, p.base_price_cents, p.weekend_price_cents, p.weekend_days, p.weekend_bits,
  p.cleaning_fee_cents, p.extra_guest_fee_cents, p.security_deposit_cents, p.deposit_percent, p.min_stay, p.max_stay,
  p.lead_time_days, p.booking_window_days, p.instant_book, p.cancellation_policy, p.check_in_time, p.check_out_time,
  p.rating_average, p.rating_count, h.popularity, taken.nights as busy, changed.days as changed_days, season.days as season_days,
  h.text as search_text, p.calendar_token, p.created_at, p.updated_at
from properties p
join search_homes h on h.id = p.id
cross join lateral (select coalesce(range_agg(stay), '{}') as nights from occupancy where property_id = p.id) taken
cross join lateral (
  select coalesce(range_agg(daterange(day, day, '[]')), '{}') as days from calendar_days where property_id = p.id
) changed
cross join lateral (
  select coalesce(range_agg(daterange(start_date, end_date, '[]')), '{}') as days
  from seasons where property_id = p.id and status = 'active'
) season
-- In the order of their ids, which is that in which homes are listed.
order by p.id;
alter table floor.properties add primary key (id);
create index properties_city_price on floor.properties (city_id, base_price_cents, id) where status = 'published';
create index properties_country_price on floor.properties (country_id, base_price_cents, id) where status = 'published';
create index properties_popular on floor.properties (popularity desc, id) where status = 'published';
create index properties_price on floor.properties (base_price_cents, id) where status = 'published';
create index properties_search_text on floor.properties using gin (search_text gin_trgm_ops) where status = 'published';
create index properties_position on floor.properties using gist (on_globe(public_latitude, public_longitude)) where status = 'published';
vacuum analyze floor.properties;
