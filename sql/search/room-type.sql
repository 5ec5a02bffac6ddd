-- Homes that are let in this way.
-- part of: page, priced-page, facets
and h.room_type = :room_type
