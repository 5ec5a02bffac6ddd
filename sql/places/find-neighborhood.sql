-- One neighborhood by its GeoNames id.
select id, city_id from neighborhoods where id = :neighborhood_id
