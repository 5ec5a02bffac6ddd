-- Homes with so many bedrooms.
-- part of: page, priced-page, facets
and h.bedrooms >= :bedrooms
