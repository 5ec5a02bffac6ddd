-- Cities of a country, largest first, optionally by a part of their name.
-- replica: yes
-- nullable: :q
-- not null: total
select id, country_id, name, population, latitude, longitude, timezone, count(*) over () as total
from cities
where country_id = upper(:country_id)
  and (:q::text is null or normalize_text(name) like containing(:q))
order by population desc, id
limit :limit offset :offset
