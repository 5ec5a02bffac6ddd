-- Homes on a section of the map.
-- part of: filters
and h.latitude between :south and :north and h.longitude between :west and :east
