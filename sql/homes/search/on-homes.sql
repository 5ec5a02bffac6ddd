-- Some homes.
-- part of: page, priced-page, facets
and h.id = any (:homes::uuid[])
