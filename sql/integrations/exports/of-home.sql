-- One home.
-- part of: list-reservations, list-payments, next-home
and h.id = :property_id
