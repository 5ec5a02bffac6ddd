create or replace function search_keep_homes(homes uuid[]) returns void language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  insert into search_homes (id, base_price_cents, weekend_price_cents, cleaning_fee_cents, extra_guest_fee_cents, latitude,
    longitude, created_at, amenities, max_guests, included_guests, min_stay, max_stay, lead_time_days, booking_window_days,
    bedrooms, bathrooms, weekend_bits, rating, published, instant_book, property_type, room_type, country_id, city_id,
    neighborhood_id, timezone, text, has_own_tax)
  select p.id, base_price_cents, coalesce(weekend_price_cents, base_price_cents), cleaning_fee_cents, extra_guest_fee_cents,
    public_latitude, public_longitude, created_at, amenity_bits(amenities), max_guests, included_guests, min_stay, max_stay,
    lead_time_days, booking_window_days, bedrooms, bathrooms, weekend_bits, coalesce(rating_average * 100, -1),
    status = 'published', instant_book, property_type, room_type, p.country_id, p.city_id, coalesce(neighborhood_id, ''),
    p.timezone, normalize_text(concat_ws(' ', p.title, n.name, c.name, s.name_fr, s.name_en)),
    p.tax_per_adult_night_cents is not null or p.tax_percent_hundredths is not null
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
    text = excluded.text, has_own_tax = excluded.has_own_tax;
end $$;
