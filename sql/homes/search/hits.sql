-- The fields of a home in a list.
-- reads: properties: the rows of the search have only what it filters by
-- reads: places: a hit names its city and its neighborhood
-- part of: page, priced-page
select p.id, p.title, p.property_type, p.room_type, p.country_id, p.city_id, c.name as city, n.name as neighborhood,
  p.public_latitude as latitude, p.public_longitude as longitude, p.max_guests, p.bedrooms, p.beds, p.bathrooms, p.amenities,
  p.instant_book, p.registration_number, p.currency, p.base_price_cents, p.rating_average, p.rating_count, page.price_cents as price_total_cents,
  ground_metres(on_globe(p.public_latitude, p.public_longitude) <-> on_globe(:latitude, :longitude)) / 1000 as distance_km,
  (select total from total) as total
from page
join properties p on p.id = page.id
join cities c on c.id = p.city_id
left join neighborhoods n on n.id = p.neighborhood_id
order by page.place
