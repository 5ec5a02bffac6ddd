-- Homes of one of these types.
-- part of: page, priced-page, facets
and h.property_type = any (:property_types)
