-- Homes of a neighborhood.
-- part of: filters
and h.neighborhood_id = :neighborhood_id and h.neighborhood_id <> ''
