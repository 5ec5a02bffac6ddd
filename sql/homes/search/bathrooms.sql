-- Homes with so many bathrooms.
-- part of: page, priced-page, facets
and h.bathrooms >= :bathrooms
