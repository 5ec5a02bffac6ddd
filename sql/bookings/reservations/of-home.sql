-- Stays in a home.
-- part of: list
and r.property_id = :property_id
