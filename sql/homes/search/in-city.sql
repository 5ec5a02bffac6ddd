-- Homes of a city.
-- part of: page, priced-page, facets
and h.city_id = :city_id
