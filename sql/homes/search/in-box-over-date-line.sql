-- Homes on a section of the map that the date line goes through.
-- part of: filters
and h.latitude between :south and :north and (h.longitude >= :west or h.longitude <= :east)
