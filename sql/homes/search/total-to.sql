-- Homes whose price is at most this.
-- part of: priced-page, facets
and h.price_cents <= :price_max
