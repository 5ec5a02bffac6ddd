-- Homes of a country.
-- part of: filters
and h.country_id = upper(:country_id)
