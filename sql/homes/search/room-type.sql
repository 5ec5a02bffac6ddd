-- Homes that are let in one of these ways.
-- part of: counted-filters, facets
and h.room_type = any (:room_types)
