-- Stays that were told about, and those of homes that were: a stay shows its home.
-- part of: list-reservations
and (r.id = any (:changed::integer[]) or h.id = any (:changed_homes::uuid[]))
