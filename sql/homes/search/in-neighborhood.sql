-- Homes of a neighborhood.
-- part of: page, priced-page, facets
and h.neighborhood_id = :neighborhood_id and h.neighborhood_id <> ''
