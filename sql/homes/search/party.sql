-- Homes with places for so many.
-- part of: page, priced-page, facets
and h.max_guests >= :guests
