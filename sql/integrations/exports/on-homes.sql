-- Some homes.
-- part of: list-reservations, list-payments, next-home
and h.id = any (:homes::uuid[])
