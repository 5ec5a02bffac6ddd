-- Stays in a home.
-- part of: filters
and r.property_id = :property_id
