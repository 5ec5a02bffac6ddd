-- The largest city of a country with this name.
-- optional
select id, latitude, longitude from cities where country_id = :country_id and name = :name order by population desc limit 1
