-- Some homes.
-- part of: filters
and h.id = any (:homes::uuid[])
