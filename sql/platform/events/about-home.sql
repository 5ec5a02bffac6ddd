-- Events of a home.
-- part of: list
and e.property_id = :property_id
