-- Homes with so many bathrooms.
-- part of: counted-filters, facets
and h.bathrooms >= :bathrooms
