-- Homes with so many bedrooms.
-- part of: counted-filters, facets
and h.bedrooms >= :bedrooms
