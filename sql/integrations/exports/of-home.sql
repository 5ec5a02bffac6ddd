-- One home.
-- part of: list-reservations, list-payments, list-tourist-tax, sum-tourist-tax, next-home
and h.id = :property_id
