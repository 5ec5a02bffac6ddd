-- Some stays, by their numbers.
-- part of: list
r.id = any (:reservation_ids::bigint[])
