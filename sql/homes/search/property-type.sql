-- Homes of one of these types.
-- part of: counted-filters, facets
and h.property_type = any (:property_types)
