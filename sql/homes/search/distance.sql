-- By distance: the chord, which has the order of the way on the ground and is what the index knows.
-- part of: page, priced-page
on_globe(h.latitude, h.longitude) <-> on_globe(:latitude, :longitude)
