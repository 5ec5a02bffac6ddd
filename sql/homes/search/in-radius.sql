-- Homes around a place; the cube is what the index knows.
-- part of: filters
and cube_enlarge(on_globe(:latitude, :longitude), straight_metres(:radius_km::double precision * 1000), 3) @> on_globe(h.latitude, h.longitude)
and on_globe(:latitude, :longitude) <-> on_globe(h.latitude, h.longitude) <= straight_metres(:radius_km * 1000)
