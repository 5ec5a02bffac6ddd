-- Homes whose price is at least this.
-- part of: priced-page, facets
and h.price_cents >= :price_min
