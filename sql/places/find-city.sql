-- One city by its GeoNames id.
-- optional
select id, country_id, name, latitude, longitude, timezone from cities where id = :city_id
