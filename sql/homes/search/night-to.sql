-- Homes whose night costs at most this.
-- part of: page
and h.base_price_cents <= :price_max
