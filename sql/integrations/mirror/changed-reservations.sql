-- Stays with an event, and those of homes with one: a stay shows its home.
-- part of: list-reservations
and (r.id = any (:changed::bigint[]) or h.id = any (:changed_homes::uuid[]))
