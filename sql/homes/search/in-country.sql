-- Homes of a country.
-- part of: page, priced-page, facets
and h.country_id = upper(:country_id)
