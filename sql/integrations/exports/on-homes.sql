-- Some homes.
-- part of: list-reservations, list-payments, list-documents, list-tourist-tax, list-registered, sum-tourist-tax, next-home
and h.id = any (:homes::uuid[])
