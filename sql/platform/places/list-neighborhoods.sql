-- Neighborhoods of a city, by name.
-- replica: yes
select id, city_id, name, population, latitude, longitude
from neighborhoods
where city_id = :city_id
order by normalize_text(name), id
