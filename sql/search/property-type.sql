-- Homes of a type.
-- part of: page, priced-page, facets
and h.property_type = :property_type
