-- Without dates the price is that of a night.
-- part of: facets
priced as materialized (
  select id, property_type, room_type, amenities, bedrooms, bathrooms, instant_book, base_price_cents as price_cents from chosen
),
