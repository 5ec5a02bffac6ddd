-- Which references of a home exist, and the position of its city.
-- optional
-- nullable: :neighborhood_id
-- not null: has_property_type, has_room_type, has_amenities, has_neighborhood
select c.id as city_id, c.country_id, c.latitude, c.longitude,
  exists (select from property_types where id = :property_type) as has_property_type,
  exists (select from room_types where id = :room_type) as has_room_type,
  not exists (select from unnest(:amenities::text[]) a where a not in (select id from amenities)) as has_amenities,
  :neighborhood_id::text is null
    or exists (select from neighborhoods n where n.id = :neighborhood_id and n.city_id = :city_id) as has_neighborhood
from (select) nothing
left join cities c on c.id = :city_id
