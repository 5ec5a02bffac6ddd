-- Tasks at a home.
-- part of: list
and t.property_id = :property_id
