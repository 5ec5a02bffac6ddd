-- Homes whose night costs at least this.
-- part of: page
and h.base_price_cents >= :price_min
