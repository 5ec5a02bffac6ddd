-- Homes that are let in one of these ways.
-- part of: page, priced-page, facets
and h.room_type = any (:room_types)
