-- The city of a home with its position, and whether a neighborhood is in it.
-- reads: places: a home has to be in a city that exists, and in a neighborhood of that city
-- optional
-- nullable: :neighborhood_id
-- not null: has_neighborhood
select c.id as city_id, c.country_id, c.latitude, c.longitude,
  :neighborhood_id::text is null
    or exists (select from neighborhoods n where n.id = :neighborhood_id and n.city_id = c.id) as has_neighborhood
from cities c
where c.id = :city_id
