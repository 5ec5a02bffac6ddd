-- One city by its GeoNames id.
-- replica: yes
-- optional
select id, country_id, name, latitude, longitude, timezone from cities where id = :city_id
