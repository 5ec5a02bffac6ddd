-- Homes of a city.
-- part of: filters
and h.city_id = :city_id
